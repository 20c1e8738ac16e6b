import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { headFor } from './heads.js';
import { itemOf, type LogEvent, type LogRow, type Reader } from './log-event.js';

export interface NewEvent {
  id: string;
  /** Whose it is to erasure; null when it must outlive its user. */
  user_id: string | null;
  data: object;
  /** Of the request that caused it. */
  traceparent: string | null;
}

/** Only for the webhooks of one client, and not for the one that it is about. */
interface Audience {
  client_id: string;
  not_to: string;
}

/** The log of what happened: every event is in it once, in the order in which webhooks get it. */
@Injectable()
export class LogService {
  constructor(private readonly database: DataSource) {}

  /** Events that no webhook has subscribed to are not kept. False: that was all of them. */
  async append(tx: EntityManager, name: WebhookEventName, events: NewEvent[], to?: Audience): Promise<boolean> {
    // A statement of its own: what comes after it must see all that was committed while it waited for its turn.
    const [[clock]] = await tx.query<[{ start: string }[], number]>(
      `UPDATE log_clock SET position = greatest(position, (extract(epoch FROM clock_timestamp()) * 1e6)::bigint) + $1
       RETURNING position - $1 AS start`,
      [events.length],
    );
    if (!clock) throw new Error('the log has no clock');
    const stored = await tx.query<unknown[]>(
      `WITH stored AS (
         INSERT INTO event (position, name, id, user_id, client_id, not_to, data, traceparent)
         SELECT $1 + n, $2, id, user_id, $6::text, $7, data, traceparent
           FROM unnest($3::uuid[], $4::text[], $5::text[], $9::text[]) WITH ORDINALITY
                AS given (id, user_id, data, traceparent, n)
          WHERE EXISTS (SELECT FROM webhook WHERE events @> ARRAY[$2] AND ($6::text IS NULL OR webhook.client_id = $6))
            AND (user_id IS NULL OR NOT EXISTS (
              SELECT FROM erased_user WHERE user_hash = sha256(convert_to(given.user_id, 'UTF8'))))
         RETURNING position)
       INSERT INTO log_head (name, position)
       SELECT $8, max(position) FROM stored HAVING count(*) > 0
       ON CONFLICT (name) DO UPDATE SET position = excluded.position RETURNING 1`,
      [
        clock.start,
        name,
        events.map((each) => each.id),
        events.map((each) => each.user_id),
        events.map((each) => JSON.stringify(each.data)),
        to?.client_id ?? null,
        to?.not_to ?? null,
        to ? headFor(to.client_id) : name,
        events.map((each) => each.traceparent),
      ],
    );
    return stored.length > 0;
  }

  /** Whoever erases sees all events there are, and until its commit there will be no others. */
  async holdForErasure(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE log_clock SET erasures = erasures + 1');
  }

  /** Every event up to here can be read; none will appear below it any more. */
  async end(): Promise<number> {
    const [clock] = await this.database.query<{ position: string }[]>('SELECT position FROM log_clock');
    return Number(clock?.position ?? 0);
  }

  /** The next events of all names, and how many erasures they are the rest of. */
  async readOn(after: number, limit: number): Promise<{ events: LogEvent[]; erasures: number }> {
    const rows = await this.database.query<((LogRow | { position: null }) & { erasures: string })[]>(
      `SELECT c.erasures, e.* FROM log_clock c LEFT JOIN LATERAL (
         SELECT position, name, id, client_id, not_to, data, traceparent FROM event WHERE position > $1 ORDER BY position LIMIT $2
       ) e ON true ORDER BY e.position`,
      [after, limit],
    );
    const events = rows.flatMap((row) => (row.position === null ? [] : itemOf(row)));
    return { events, erasures: Number(rows[0]?.erasures ?? 0) };
  }

  /** The next events for one reader, found by their names: for those that are far behind. */
  async readFor(reader: Reader, after: number, upto: number, limit: number): Promise<LogEvent[]> {
    const rows = await this.database.query<LogRow[]>(
      `SELECT e.* FROM unnest($1::text[]) AS wanted (name) CROSS JOIN LATERAL (
         SELECT position, name, id, client_id, not_to, data, traceparent FROM event
          WHERE event.name = wanted.name AND position > $2 AND position <= $3
            AND (client_id IS NULL OR (client_id = $4 AND not_to <> $5))
          ORDER BY position LIMIT $6) e
       ORDER BY e.position LIMIT $6`,
      [reader.names, after, upto, reader.client_id, reader.webhook_id, limit],
    );
    return rows.map(itemOf);
  }
}
