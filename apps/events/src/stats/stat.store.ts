import type { RefusalCount } from '@ces/contracts/events/event-tail';
import type { Bucket } from '@ces/contracts/paging';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EventStatEntity } from './event-stat.entity.js';

export interface CountedRow extends Pick<EventStatEntity, 'reason' | 'events'> {
  at: Date;
}

export interface Wanted {
  /** All names if it is undefined. */
  name: string | undefined;
  bucket: Bucket;
  since: Date | undefined;
  /** The beginning of the bucket after the newest that is wanted. */
  before: Date | undefined;
  atMost: number;
}

const hourOf = `date_trunc('hour', received_at, 'UTC')`;
const add = `ON CONFLICT (event_name, hour, reason) DO UPDATE SET events = s.events + excluded.events`;

/**
 * Counts of events. SQL because the log is counted in sets from a position on, and because sums are made of the counts and of
 * the rest of the log at one moment.
 */
@Injectable()
export class StatStore {
  constructor(private readonly transactions: Transactions) {}

  async isDefined(name: string): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      'SELECT FROM event_definition WHERE name = $1 LIMIT 1',
      [name],
    );
    return rows.length > 0;
  }

  /** Keeps others from counting, and from erasing what is not counted, until the transaction ends. */
  async lockPosition(): Promise<void> {
    await this.transactions.open.query('SELECT FROM event_stat_position FOR UPDATE');
  }

  /**
   * Counts the events at the next positions of the log, as far as the relay has read it: no event will appear there any more.
   * Follows `lockPosition` as a statement of its own, because it must see what the holder before has written.
   *
   * It takes a range of positions rather than a number of events, because for a LIMIT PostgreSQL reads and sorts all that wait.
   */
  async countNext(positions: number): Promise<'more' | 'done'> {
    const [counted] = await this.transactions.open.query<{ more: boolean }[]>(
      `WITH place AS (
         SELECT s.seq AS after, least(s.seq + $1, l.seq) AS until, l.seq AS read
           FROM event_stat_position s, event_log_position l),
       next AS (
         SELECT event_name, ${hourOf} AS hour FROM event_log
          WHERE seq > (SELECT after FROM place) AND seq <= (SELECT until FROM place)),
       counted AS (
         INSERT INTO event_stat AS s (event_name, hour, reason, events)
         SELECT event_name, hour, '', count(*) FROM next GROUP BY event_name, hour ORDER BY event_name, hour ${add}),
       moved AS (
         UPDATE event_stat_position SET seq = until FROM place WHERE seq < until)
       SELECT until < read AS more FROM place`,
      [positions],
    );
    return counted?.more ? 'more' : 'done';
  }

  /** Counts a user's events that are not counted yet, because they are about to be deleted. */
  async countOfUser(userId: string): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO event_stat AS s (event_name, hour, reason, events)
       SELECT event_name, ${hourOf}, '', count(*) FROM event_log
        WHERE user_id = $1 AND seq > (SELECT seq FROM event_stat_position) GROUP BY 1, 2 ORDER BY 1, 2 ${add}`,
      [userId],
    );
  }

  /** Only names that are defined are counted, so that callers cannot make rows. */
  async addRefused(counts: readonly RefusalCount[]): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO event_stat AS s (event_name, hour, reason, events)
       SELECT event_name, date_trunc('hour', now(), 'UTC'), code, sum(events)
         FROM json_to_recordset($1) AS r(event_name text, code text, events integer)
        WHERE EXISTS (SELECT FROM event_definition d WHERE d.name = r.event_name)
        GROUP BY event_name, code ORDER BY event_name, code ${add}`,
      [JSON.stringify(counts)],
    );
  }

  /** How many numbers of the sequence are not counted yet. */
  async uncounted(): Promise<number> {
    const [left] = await this.transactions.current.query<{ events: string }[]>(
      'SELECT (SELECT coalesce(max(seq), 0) FROM event_log) - seq AS events FROM event_stat_position',
    );
    return Number(left?.events ?? 0);
  }

  async hasBefore(moment: Date): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>('SELECT FROM event_stat WHERE hour < $1 LIMIT 1', [
      moment,
    ]);
    return rows.length > 0;
  }

  /** The rows of the newest buckets, newest first. */
  find({ name, bucket, since, before, atMost }: Wanted): Promise<CountedRow[]> {
    const ofName = name === undefined ? '' : 'event_name = $5 AND';
    return this.transactions.current.query(
      `WITH bounds AS (SELECT coalesce(date_trunc($1, $2::timestamptz, 'UTC'), '-infinity') AS since,
                              coalesce($3::timestamptz, 'infinity') AS before),
       counted AS (
         SELECT date_trunc($1, hour, 'UTC') AS at, reason, sum(events)::text AS events FROM (
           SELECT hour, reason, events FROM event_stat, bounds
            WHERE ${ofName} hour >= since AND hour < before
           UNION ALL
           SELECT received_at, '', 1 FROM event_log, bounds
            WHERE ${ofName} seq > (SELECT seq FROM event_stat_position) AND received_at >= since AND received_at < before) counts_and_rest
          GROUP BY 1, 2)
       SELECT * FROM counted WHERE at IN (SELECT DISTINCT at FROM counted ORDER BY at DESC LIMIT $4) ORDER BY at DESC, reason`,
      [bucket, since, before, atMost, ...(name === undefined ? [] : [name])],
    );
  }

  async forgetBefore(hour: Date): Promise<void> {
    await this.transactions.current.query('DELETE FROM event_stat WHERE hour < $1', [hour]);
  }
}
