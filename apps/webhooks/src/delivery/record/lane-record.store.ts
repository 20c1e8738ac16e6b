import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ClaimedVersion, DeliveryRecord, LanePlace, LeftLanes, Recorded } from './delivery-record.js';
import { logAttempts, toAttempts, toGiven } from './record-rows.js';

export type LanedRecord = DeliveryRecord & { laned: LanePlace };

interface Row {
  webhook_id: string;
  epoch: string;
  lane: number;
  word: Recorded;
}

/**
 * Results of deliveries in lanes. SQL because one statement records many of them, also of several lanes of one webhook. The
 * lease and the version are those of the webhook. With an outdated version the lease is kept, because other lanes may still
 * have requests under way.
 */
@Injectable()
export class LaneRecordStore {
  constructor(private readonly transactions: Transactions) {}

  /** A record of a deleted webhook, or whose lease is lost, is missing in the answer. */
  async write(records: LanedRecord[], leaseSeconds: number): Promise<Map<DeliveryRecord, Recorded>> {
    const rows = await this.transactions.current.query<Row[]>(recordingOfLanes, [
      JSON.stringify(records.map(toLaneGiven)),
      JSON.stringify(records.flatMap(toAttempts)),
      leaseSeconds,
      records.length,
    ]);
    const words = new Map(rows.map((row) => [`${row.webhook_id} ${row.epoch} ${row.lane}`, row.word]));
    return new Map(
      records.flatMap((record) => {
        const word = words.get(`${record.webhook_id} ${record.epoch} ${record.laned.lane}`);
        return word ? [[record, word] as const] : [];
      }),
    );
  }

  /** Ends the lease when no lane has a request under way. A lane that has caught up follows the others again. */
  async leave({ webhook_id, epoch, version, scanned, low, idle, dueAt }: LeftLanes): Promise<Recorded | undefined> {
    const [freed] = await this.transactions.current.query<{ current: boolean }[]>(
      `WITH freed AS (
         UPDATE delivery SET lease_owner = NULL, lease_until = now(),
                scanned = CASE WHEN version = $3 THEN greatest(scanned, $4) ELSE scanned END,
                cursor = CASE WHEN version = $3 THEN $5 ELSE cursor END,
                due_at = CASE WHEN version = $3 THEN coalesce($6, due_at) ELSE due_at END
          WHERE webhook_id = $1 AND epoch = $2 RETURNING webhook_id, scanned, version = $3 AS current),
       moved AS (UPDATE lane l SET cursor = idle.cursor, behind = idle.cursor < freed.scanned
         FROM freed, unnest($7::smallint[], $8::bigint[]) AS idle (lane, cursor)
        WHERE freed.current AND l.behind AND l.webhook_id = freed.webhook_id AND l.lane = idle.lane)
       SELECT current FROM freed`,
      [
        ...[webhook_id, epoch, version, scanned, low, dueAt ?? null],
        ...[idle.map(({ lane }) => lane), idle.map(({ cursor }) => cursor)],
      ],
    );
    return freed && (freed.current ? 'current' : 'outdated');
  }

  /** Gives a webhook without lanes and without a frozen batch so many lanes, and ends the lease. */
  async spread({ webhook_id, epoch, version }: ClaimedVersion, lanes: number): Promise<void> {
    await this.transactions.current.query(
      `WITH spread AS (
         UPDATE delivery SET scanned = cursor, ${fresh}, lease_owner = NULL, lease_until = now()
          WHERE webhook_id = $1 AND epoch = $2 AND version = $3 RETURNING webhook_id, cursor)
       INSERT INTO lane (webhook_id, lane, cursor)
       SELECT webhook_id, lane, cursor FROM spread, generate_series(0, $4::integer - 1) AS lane`,
      [webhook_id, epoch, version, lanes],
    );
  }

  /** Makes one queue of lanes that have all come to this position, and ends the lease. */
  async join({ webhook_id, epoch, version }: ClaimedVersion, position: number): Promise<void> {
    await this.transactions.current.query(
      `WITH joined AS (
         UPDATE delivery SET cursor = $4, scanned = NULL, ${fresh}, lease_owner = NULL, lease_until = now()
          WHERE webhook_id = $1 AND epoch = $2 AND version = $3 RETURNING webhook_id)
       DELETE FROM lane USING joined WHERE lane.webhook_id = joined.webhook_id`,
      [webhook_id, epoch, version, position],
    );
  }
}

const fresh = `batch_id = NULL, batch_to = NULL, batch_count = NULL, batch_hash = NULL, batch_names = NULL, attempt = 0,
  due_at = '-infinity', refusals = 0, inherited = 0, batch_limit = 100, suspect_to = NULL, aside_in_row = 0`;

/** The furthest position that records of the present epoch and version give: those of a former courier do not count. */
const newest = (column: string): string =>
  `(SELECT max(c.${column}) FROM given c
     WHERE c.webhook_id = d.webhook_id AND c.epoch = d.epoch AND c.version = d.version)`;

/** It has a LIMIT for the same reason as `recordingOfQueues`. */
export const recordingOfLanes = `
  WITH given AS (
    SELECT g.webhook_id, g.lane, g.epoch, g.version, g.erasures, g.state, g.accepted, g.accepted_state, g.failed_state,
           g.aside, g.scanned, g.low, g.last_ms
      FROM jsonb_to_recordset($1::jsonb) AS g (
      webhook_id uuid, lane smallint, epoch bigint, version integer, erasures integer, state jsonb, accepted uuid,
      accepted_state jsonb, failed_state jsonb, aside jsonb, scanned bigint, low bigint, last_ms real)
     LIMIT $4::integer),
  held AS (
    UPDATE delivery d
       SET scanned = greatest(d.scanned, ${newest('scanned')}), cursor = coalesce(${newest('low')}, d.cursor),
           last_ms = coalesce(g.last_ms, d.last_ms), due_at = '-infinity',
           -- The previous release may have left a batch of all lanes.
           batch_id = NULL, batch_to = NULL, batch_count = NULL, batch_hash = NULL, batch_names = NULL,
           lease_until = now() + make_interval(secs => $3)
      FROM (SELECT webhook_id, epoch, min(last_ms) AS last_ms FROM given GROUP BY webhook_id, epoch) g
     WHERE d.webhook_id = g.webhook_id AND d.epoch = g.epoch AND d.scanned IS NOT NULL
    RETURNING d.webhook_id, d.epoch, d.scanned, d.version, d.erasures,
              -- For the log of attempts, which keeps an answer only when no record is outdated.
              d.version = (SELECT min(c.version) FROM given c WHERE c.webhook_id = d.webhook_id AND c.epoch = d.epoch)
                AS current),
  fitting AS (
    SELECT g.*, h.scanned AS held_scanned, h.version = g.version AS current,
           CASE WHEN h.version = g.version THEN 'current'
                WHEN h.version - g.version = h.erasures - g.erasures THEN 'erased' ELSE 'outdated' END AS word
      FROM given g JOIN held h ON h.webhook_id = g.webhook_id AND h.epoch = g.epoch),
  written AS (
    UPDATE lane l
       SET (cursor, batch_id, batch_to, batch_count, batch_hash, batch_names, attempt, due_at, refusals, inherited,
            batch_limit, suspect_to, aside_in_row, behind) = (
             SELECT s.cursor, s.batch_id, s.batch_to, s.batch_count, s.batch_hash, s.batch_names, s.attempt,
                    coalesce(s.due_at, l.due_at), s.refusals, s.inherited, s.batch_limit, s.suspect_to, s.aside_in_row,
                    -- The others pass a lane that waits, and one that has not seen all that they have.
                    CASE WHEN g.word = 'outdated' AND l.batch_id IS DISTINCT FROM g.accepted THEN l.behind
                         ELSE s.batch_id IS NULL AND (s.cursor < g.held_scanned OR coalesce(s.due_at, '-infinity') > '-infinity')
                    END
               FROM jsonb_to_record(CASE WHEN g.current THEN g.state
                                         WHEN l.batch_id = g.accepted THEN g.accepted_state
                                         WHEN g.word = 'erased' THEN to_jsonb(l) || coalesce(g.failed_state, '{}')
                                         ELSE to_jsonb(l) END) AS s (
                 cursor bigint, batch_id uuid, batch_to bigint, batch_count integer, batch_hash text, batch_names text[],
                 attempt integer, due_at timestamptz, refusals integer, inherited integer, batch_limit integer,
                 suspect_to bigint, aside_in_row integer))
      FROM fitting g
     WHERE l.webhook_id = g.webhook_id AND l.lane = g.lane
    RETURNING l.webhook_id, g.epoch, l.lane, g.word, g.current, g.aside),
  logged AS (${logAttempts('LEFT JOIN held')}),
  put_aside AS (
    INSERT INTO set_aside (webhook_id, position, event_id, status, batch_id)
    SELECT w.webhook_id, a.position, a.event_id, a.status, a.batch_id
      FROM written w, jsonb_to_record(w.aside) AS a (position bigint, event_id uuid, status integer, batch_id uuid)
     WHERE w.current AND w.aside IS NOT NULL
    ON CONFLICT DO NOTHING)
  SELECT webhook_id, epoch, lane, word FROM written`;

function toLaneGiven({ laned, ...record }: LanedRecord): object {
  const { lane, scanned, low, lastMs } = laned;
  return { ...toGiven(record), lane, scanned, low, last_ms: lastMs };
}
