import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { DeliveryRecord, Recorded } from './delivery-record.js';
import { LaneRecordStore, type LanedRecord } from './lane-record.store.js';
import { logAttempts, toAttempts, toGiven } from './record-rows.js';

/**
 * Results of deliveries. SQL because one statement records many deliveries: queue state, lease, attempt and event set aside.
 * It compares and swaps: with a lost lease (its epoch) nothing is written, and with an outdated version of the webhook
 * only that a batch was accepted.
 */
@Injectable()
export class RecordStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly lanes: LaneRecordStore,
  ) {}

  /** Writes records of different queues. A record of a deleted webhook, or whose lease is lost, is missing in the answer. */
  async write(records: DeliveryRecord[], leaseSeconds: number): Promise<Map<DeliveryRecord, Recorded>> {
    const plain = records.filter(({ laned }) => !laned);
    const laned = records.filter((record): record is LanedRecord => record.laned !== undefined);
    const words = plain.length > 0 ? await this.writePlain(plain, leaseSeconds) : new Map<DeliveryRecord, Recorded>();
    if (laned.length === 0) return words;
    return new Map<DeliveryRecord, Recorded>([...words, ...(await this.lanes.write(laned, leaseSeconds))]);
  }

  private async writePlain(records: DeliveryRecord[], leaseSeconds: number): Promise<Map<DeliveryRecord, Recorded>> {
    const rows = await this.transactions.current.query<{ webhook_id: string; word: Recorded }[]>(recordingOfQueues, [
      JSON.stringify(records.map(toGiven)),
      JSON.stringify(records.flatMap(toAttempts)),
      leaseSeconds,
      records.length,
    ]);
    const words = new Map(rows.map(({ webhook_id, word }) => [webhook_id, word]));
    return new Map(
      records.flatMap((record) => {
        const word = words.get(record.webhook_id);
        return word ? [[record, word] as const] : [];
      }),
    );
  }
}

/** Its LIMIT is the number of records. Without it PostgreSQL expects a hundred, and among many webhooks it reads all of them. */
export const recordingOfQueues = `
  WITH given AS (
    SELECT g.webhook_id, g.epoch, g.version, g.erasures, g.state, g.accepted, g.accepted_state, g.failed_state, g.aside,
           g.keep
      FROM jsonb_to_recordset($1::jsonb) AS g (
      webhook_id uuid, epoch bigint, version integer, erasures integer, state jsonb, accepted uuid, accepted_state jsonb,
      failed_state jsonb, aside jsonb, keep boolean) LIMIT $4::integer),
  written AS (
    UPDATE delivery d
       SET (cursor, batch_id, batch_to, batch_count, batch_hash, batch_names, attempt, due_at, refusals, inherited,
            batch_limit, suspect_to, aside_in_row, last_ms) = (
             SELECT s.cursor, s.batch_id, s.batch_to, s.batch_count, s.batch_hash, s.batch_names, s.attempt,
                    coalesce(s.due_at, d.due_at), s.refusals, s.inherited, s.batch_limit, s.suspect_to, s.aside_in_row,
                    s.last_ms
               FROM jsonb_to_record(CASE WHEN d.version = g.version THEN g.state
                                         WHEN d.batch_id = g.accepted THEN g.accepted_state
                                         WHEN d.version - g.version = d.erasures - g.erasures
                                           THEN to_jsonb(d) || measured || coalesce(g.failed_state, '{}')
                                         ELSE to_jsonb(d) || measured END) AS s (
                 cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text, batch_names text[],
                 attempt integer, due_at timestamptz, refusals integer, inherited integer, batch_limit integer,
                 suspect_to bigint, aside_in_row integer, last_ms real)),
           lease_owner = CASE WHEN g.keep AND d.version = g.version THEN d.lease_owner END,
           lease_until = CASE WHEN g.keep AND d.version = g.version THEN now() + make_interval(secs => $3) ELSE now() END
      FROM given g, jsonb_build_object('last_ms', g.state->'last_ms') AS measured
     WHERE d.webhook_id = g.webhook_id AND d.epoch = g.epoch
    RETURNING d.webhook_id, d.epoch, d.version = g.version AS current, g.aside,
              CASE WHEN d.version = g.version THEN 'current'
                   WHEN d.version - g.version = d.erasures - g.erasures THEN 'erased' ELSE 'outdated' END AS word),
  logged AS (${logAttempts('LEFT JOIN written')}),
  put_aside AS (
    INSERT INTO set_aside (webhook_id, position, event_id, status, batch_id)
    SELECT w.webhook_id, a.position, a.event_id, a.status, a.batch_id
      FROM written w, jsonb_to_record(w.aside) AS a (position bigint, event_id uuid, status integer, batch_id uuid)
     WHERE w.current AND w.aside IS NOT NULL
    ON CONFLICT DO NOTHING)
  SELECT webhook_id, word FROM written`;
