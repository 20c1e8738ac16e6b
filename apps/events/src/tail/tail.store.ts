import type { RefusedEvent } from '@ces/contracts/events/event-tail';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { RefusedEventEntity } from './refused-event.entity.js';

export interface AcceptedRow {
  seq: string;
  id: string;
  user_id: string;
  client_id: string;
  event_name: string;
  version: number;
  data: string;
  time: Date | null;
  received_at: Date;
  request_id: string | null;
  /** How far the relay has read the log: no event will appear at or below it any more. */
  published: string;
}

/** A page ends where a reply over NATS would get too large, even before its limit. */
const pageBytes = 400_000;
/** The advisory lock under which refusals are recorded ('refu'). */
const recordLock = 0x7265_6675;

/**
 * The log in the order of its sequence, and the refused events, for the tail. SQL because the log is partitioned and
 * its pages are cut by bytes, and because refusals take their positions in the order of their commits.
 */
@Injectable()
export class TailStore {
  constructor(private readonly transactions: Transactions) {}

  /** The log ends before the first gap that the relay has not passed: an event that is being written may still fill it. */
  async end(): Promise<{ seq: string; refused: string }> {
    const [end] = await this.transactions.current.query<{ seq: string; refused: string }[]>(
      `SELECT coalesce((SELECT max(rows.seq) FROM (
                SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM event_log WHERE seq > relay.seq) rows
                 WHERE rows.seq = relay.seq + rows.place), relay.seq) AS seq,
              (SELECT coalesce(max(position), 0) FROM refused_event) AS refused
         FROM event_log_position relay`,
    );
    return end ?? { seq: '0', refused: '0' };
  }

  /** The next events of the log. Those of other names come without their data. */
  accepted(after: bigint, limit: number, name: string | null): Promise<AcceptedRow[]> {
    return this.transactions.current.query(
      `SELECT page.*, (SELECT seq FROM event_log_position) AS published FROM (
         SELECT *, sum(octet_length(data) + 300) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) AS bytes FROM (
           SELECT seq, id, user_id, client_id, event_name, version, time, received_at, request_id,
                  CASE WHEN $3::text IS NULL OR event_name = $3 THEN data ELSE '' END AS data
             FROM event_log WHERE seq > $1 ORDER BY seq LIMIT $2) next) page
        WHERE bytes - octet_length(data) - 300 < ${pageBytes} ORDER BY seq`,
      [after, limit, name],
    );
  }

  refused(after: bigint, limit: number): Promise<RefusedEventEntity[]> {
    return this.transactions.current.query(
      'SELECT * FROM refused_event WHERE position > $1 ORDER BY position LIMIT $2',
      [after, limit],
    );
  }

  refusedOf(userId: string, limit: number): Promise<RefusedEventEntity[]> {
    return this.transactions.current.query(
      'SELECT * FROM refused_event WHERE user_id = $1 ORDER BY position DESC LIMIT $2',
      [userId, limit],
    );
  }

  /** Takes the positions under a lock, so that a position that can be read has no gap below it. */
  async record(refusals: readonly RefusedEvent[]): Promise<void> {
    await this.transactions.current.query(
      `WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(${recordLock}))
       INSERT INTO refused_event (at, event_name, user_id, client_id, request_id, problem, omitted)
       SELECT at, event_name, user_id, client_id, request_id, problem::json, omitted
         FROM alone, json_to_recordset($1) AS r(at timestamptz, event_name text, user_id text, client_id text,
              request_id text, problem text, omitted integer)
        WHERE user_id IS NULL
           OR NOT EXISTS (SELECT FROM erased_user WHERE user_hash = sha256(convert_to(r.user_id, 'UTF8')))`,
      [JSON.stringify(refusals.map(({ problem, ...rest }) => ({ ...rest, problem: JSON.stringify(problem) })))],
    );
  }

  /** Keeps the newest ones since this moment. */
  async forgetOlder(since: Date, most: number): Promise<void> {
    await this.transactions.current.query(
      `DELETE FROM refused_event
        WHERE at < $1 OR position <= (SELECT position FROM refused_event ORDER BY position DESC OFFSET $2 LIMIT 1)`,
      [since, most],
    );
  }

  async forgetUser(userId: string): Promise<void> {
    await this.transactions.current.query('DELETE FROM refused_event WHERE user_id = $1', [userId]);
  }
}
