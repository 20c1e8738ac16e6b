import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { DeliveryRecord, Recorded } from './delivery-record.js';
import type { QueueState } from './queue-state.js';

/**
 * Results of deliveries. SQL because one statement records many deliveries: queue state, lease, attempt and event set aside.
 * It compares and swaps: with a lost lease (its epoch) nothing is written, and with an outdated version of the webhook
 * only that a batch was accepted.
 */
@Injectable()
export class RecordStore {
  constructor(private readonly transactions: Transactions) {}

  /** Writes records of different webhooks. A webhook that was deleted, or whose lease is lost, is missing in the answer. */
  async write(records: DeliveryRecord[], leaseSeconds: number): Promise<Map<string, Recorded>> {
    const rows = await this.transactions.current.query<{ webhook_id: string; word: Recorded }[]>(statement, [
      JSON.stringify(records.map(toGiven)),
      JSON.stringify(records.flatMap(({ attempt }) => attempt ?? [])),
      leaseSeconds,
    ]);
    return new Map(rows.map(({ webhook_id, word }) => [webhook_id, word]));
  }
}

const statement = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (
      webhook_id uuid, epoch bigint, version integer, erasures integer, state jsonb, accepted uuid, accepted_state jsonb,
      failed_state jsonb, aside jsonb, keep boolean)),
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
    RETURNING d.webhook_id, d.version = g.version AS current, g.aside,
              CASE WHEN d.version = g.version THEN 'current'
                   WHEN d.version - g.version = d.erasures - g.erasures THEN 'erased' ELSE 'outdated' END AS word),
  logged AS (
    INSERT INTO attempt (id, webhook_id, started_at, batch_id, attempt, outcome, url, events, bytes, after, upto, status,
                         answer, error, duration_ms, headers, links, names)
    SELECT a.id, a.webhook_id, a.started_at, a.batch_id, a.attempt, a.outcome, a.url, a.events, a.bytes, a.after, a.upto,
           -- An answer may repeat an event that was erased meanwhile, so it is kept only for a current version.
           a.status, CASE WHEN w.current THEN a.answer END, a.error, a.duration_ms, a.headers,
           a.links, a.names
      FROM jsonb_to_recordset($2::jsonb) AS a (
        id uuid, webhook_id uuid, started_at timestamptz, batch_id uuid, attempt integer, outcome text, url text,
        events integer, bytes integer, after bigint, upto bigint, status integer, answer text, error text,
        duration_ms real, headers json, links text[], names text[])
      LEFT JOIN written w USING (webhook_id)
    ON CONFLICT DO NOTHING),
  put_aside AS (
    INSERT INTO set_aside (webhook_id, position, event_id, status, batch_id)
    SELECT w.webhook_id, a.position, a.event_id, a.status, a.batch_id
      FROM written w, jsonb_to_record(w.aside) AS a (position bigint, event_id uuid, status integer, batch_id uuid)
     WHERE w.current AND w.aside IS NOT NULL
    ON CONFLICT DO NOTHING)
  SELECT webhook_id, word FROM written`;

function toGiven({ state, accepted, failures, dueAt, lease, aside, ...given }: DeliveryRecord): object {
  const { webhook_id, epoch, version, erasures } = given;
  return {
    webhook_id,
    epoch,
    version,
    erasures,
    state: { ...toRow(state), due_at: dueAt ?? null },
    accepted: accepted?.batchId,
    accepted_state: accepted && toRow(accepted.state),
    failed_state: failures === undefined ? undefined : { attempt: failures, due_at: dueAt ?? null },
    aside,
    keep: lease === 'keep',
  };
}

function toRow({ batch, suspectTo, limit, asideInRow, lastMs, ...rest }: QueueState): object {
  return {
    ...rest,
    batch_id: batch?.id,
    batch_to: batch?.to,
    batch_count: batch?.count,
    batch_hash: batch?.hash,
    batch_names: batch?.names,
    batch_limit: limit,
    suspect_to: suspectTo,
    aside_in_row: asideInRow,
    last_ms: lastMs,
  };
}
