import { arrayOfJson, plainArray, textArray } from '@ces/messaging/storage/arrays';
import { asParts, type Statement } from '@ces/messaging/storage/parts';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { laneColumn } from './lane-of-user.js';
import type { LogRow, Reader } from './log-event.js';
import { LogHeadEntity } from './log-head.entity.js';

/** Columns of the events to insert, one array per column. */
export interface NewRows {
  name: string;
  head: string;
  ids: string[];
  userIds: (string | null)[];
  data: string[];
  traceparents: (string | null)[];
  lanes: number[];
  /** Set for events that are only for the webhooks of one client, except one webhook. */
  clientId: string | null;
  notTo: string | null;
}

export interface AppendedRow {
  /** The position before the first of the new ones. */
  start: string;
  /** The position before the append. */
  previous: string;
  erasures: string;
  /** The number of events that were appended. */
  stored: number;
}

/** `frozen` are webhooks whose batch the same statement has frozen. */
export type LastRow = AppendedRow & { frozen: string[] };

export interface ErasedEvent {
  name: string;
  position: string;
}

export interface UserEvent {
  position: string;
  id: string;
  name: string;
  data: string;
}

export interface SentRequest {
  id: string;
  /** The subscription for which the batch was composed. */
  names: readonly string[];
  /** The positions of its events are above `after` and up to `upto`. */
  after: string;
  upto: string;
  event_ids: readonly string[];
}

/** A page of the log; `position` is null in the only row when the page is empty. */
type PageRow = (LogRow | { position: null }) & { erasures: string; last: string };

const columns = `position, name, id, client_id, not_to, data, traceparent, ${laneColumn} AS lane`;
/** The same of a part `e` of a statement. With `e.*` the statement would get no name. */
const read = 'e.position, e.name, e.id, e.client_id, e.not_to, e.data, e.traceparent, e.lane';

/**
 * The event log. SQL because a set of events is appended in one statement, and because readers take the next events of
 * several names in one. Couriers share the readers, so those read outside of any transaction.
 */
@Injectable()
export class LogStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Appends events at positions in commit order: the log is locked until the commit. Leaves out events to which nobody
   * subscribes, and those of erased users.
   */
  async append(rows: NewRows): Promise<AppendedRow> {
    await this.lockLog();
    const { text, values } = appending(rows);
    const [appended] = await this.transactions.open.query<AppendedRow[]>(
      `WITH ${text} SELECT ${answer} FROM clock`,
      values,
    );
    if (!appended) throw new Error('the log has no clock');
    return appended;
  }

  /**
   * Appends as the last statement of the open transaction, together with the part that freezes batches of these events. The
   * row comes after the commit. An attempt fails if an erasure came while it waited for the log.
   */
  async appendLast(rows: NewRows, freezing: Statement | undefined, act: (row: LastRow) => void): Promise<void> {
    if (!this.transactions.isAttempt) await this.lockLog();
    const { texts, values } = asParts([appending(rows), ...(freezing ? [freezing] : [])]);
    const frozen = freezing ? `(SELECT coalesce(json_agg(webhook_id), '[]') FROM frozen)` : `'[]'::json`;
    // Without a clock it fails, too: nobody would look at a row after the commit.
    const text = `WITH ${texts.join(', ')} SELECT ${answer}, ${frozen} AS frozen FROM (SELECT) one LEFT JOIN clock ON true`;
    this.transactions.end({ text, values }, ([row]: LastRow[]) => {
      if (row) act(row);
    });
  }

  /** The statement behind it sees all erasures that were counted before. */
  private lockLog(): Promise<void> {
    return this.transactions.lock('SELECT FROM log_clock FOR UPDATE', []);
  }

  /** Counts an erasure. Waits for the appends before it, and holds up later ones until the commit. */
  async countErasure(): Promise<void> {
    await this.transactions.open.query('UPDATE log_clock SET erasures = erasures + 1');
  }

  async deleteEventsOf(userId: string): Promise<ErasedEvent[]> {
    const [erased] = await this.transactions.open.query<[ErasedEvent[], number]>(
      'DELETE FROM event WHERE user_id = $1 RETURNING name, position',
      [userId],
    );
    return erased;
  }

  /** Deletes the head of the events that were only for this client. */
  async deleteHead(head: string): Promise<void> {
    await this.transactions.open.delete(LogHeadEntity, { name: head });
  }

  readOf(userId: string, after: string, limit: number): Promise<UserEvent[]> {
    return this.database.query<UserEvent[]>(
      `SELECT position, id, name, data FROM event WHERE user_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
      [userId, after, limit],
    );
  }

  /** The last position: events at or below it are all committed. */
  async readEnd(): Promise<string | undefined> {
    const [clock] = await this.database.query<{ position: string }[]>('SELECT position FROM log_clock');
    return clock?.position;
  }

  /** The next events of all names, each with the number of erasures before this read and the last position at this read. */
  readOn(after: number, limit: number): Promise<PageRow[]> {
    return this.database.query<PageRow[]>(
      `SELECT c.erasures, c.position AS last, ${read} FROM log_clock c LEFT JOIN LATERAL (
         SELECT ${columns} FROM event WHERE position > $1 ORDER BY position LIMIT $2
       ) e ON true ORDER BY e.position`,
      [after, limit],
    );
  }

  /** The events of requests that were sent, as far as they are still there, in the order of their positions. */
  readSent(requests: readonly SentRequest[]): Promise<(LogRow & { request: string })[]> {
    return this.database.query(
      `SELECT r.id AS request, ${read}
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, names text[], after bigint, upto bigint, event_ids uuid[])
        CROSS JOIN LATERAL unnest(r.names) AS wanted (name)
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM event
           WHERE event.name = wanted.name AND position > r.after AND position <= r.upto AND id = ANY (r.event_ids)) e
        ORDER BY e.position`,
      [JSON.stringify(requests)],
    );
  }

  /**
   * Counts those of these events that are there, and keeps an erasure from deleting them before the transaction ends. Waits
   * for an erasure that has begun.
   */
  async hold(positions: readonly string[]): Promise<number> {
    const held = await this.transactions.open.query<unknown[]>(
      'SELECT FROM event WHERE position = ANY ($1::bigint[]) ORDER BY position FOR KEY SHARE',
      [positions],
    );
    return held.length;
  }

  readFor(reader: Reader, after: number, upto: number, limit: number): Promise<LogRow[]> {
    const ofLane = reader.lane === undefined ? '' : `AND ${laneColumn} = $7`;
    const given = [reader.names, after, upto, reader.client_id, reader.webhook_id, limit];
    return this.database.query<LogRow[]>(
      `SELECT ${read} FROM unnest($1::text[]) AS wanted (name) CROSS JOIN LATERAL (
         SELECT ${columns} FROM event
          WHERE event.name = wanted.name AND position > $2 AND position <= $3
            AND (client_id IS NULL OR (client_id = $4 AND not_to <> $5)) ${ofLane}
          ORDER BY position LIMIT $6) e
       ORDER BY e.position LIMIT $6`,
      reader.lane === undefined ? given : [...given, reader.lane],
    );
  }
}

/**
 * The statement sees the users that were erased before it began. If there was an erasure while it waited for the log, it
 * is not `calm`, and the answer makes it fail.
 */
const answer = `start, previous, erasures, 1 / (SELECT count(*)::integer FROM calm) AS calm,
  (SELECT count(*)::integer FROM stored) AS stored`;

/** Its LIMIT is the length of the lists. Without it PostgreSQL expects ten rows of any list, and plans each short one anew. */
function appending(rows: NewRows): Statement {
  return {
    text: `clock AS (
         UPDATE log_clock SET previous = position,
                position = greatest(position, (extract(epoch FROM clock_timestamp()) * 1e6)::bigint) + $1::integer
         RETURNING position - $1::integer AS start, previous, erasures),
       calm AS (SELECT start FROM clock WHERE erasures = (SELECT erasures FROM log_clock)),
       stored AS (
         INSERT INTO event (position, name, id, user_id, client_id, not_to, data, traceparent, lane)
         SELECT start + n, $2, id, user_id, $6::text, $7, data, traceparent, lane
           FROM calm, (SELECT id, user_id, data, traceparent, lane, n
                         FROM unnest($3::uuid[], $4::text[], $5::text[], $9::text[], $10::smallint[]) WITH ORDINALITY
                              AS listed (id, user_id, data, traceparent, lane, n) LIMIT $1::integer) AS given
          WHERE (EXISTS (SELECT FROM webhook WHERE events @> ARRAY[$2] AND ($6::text IS NULL OR webhook.client_id = $6))
              OR EXISTS (SELECT FROM listener WHERE events @> ARRAY[$2] AND ($6::text IS NULL OR listener.client_id = $6)))
            AND (user_id IS NULL OR NOT EXISTS (
              SELECT FROM erased_user WHERE user_hash = sha256(convert_to(given.user_id, 'UTF8'))))
         RETURNING position),
       head AS (
         INSERT INTO log_head (name, position)
         SELECT $8, max(position) FROM stored HAVING count(*) > 0
         ON CONFLICT (name) DO UPDATE SET position = excluded.position)`,
    values: [
      ...[rows.ids.length, rows.name, plainArray(rows.ids), textArray(rows.userIds), arrayOfJson(rows.data)],
      ...[rows.clientId, rows.notTo, rows.head, textArray(rows.traceparents), plainArray(rows.lanes)],
    ],
  };
}
