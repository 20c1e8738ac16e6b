import type { Bucket } from '@ces/contracts/paging';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { speedBoundsMs } from './speeds.js';
import type { WebhookStatEntity } from './webhook-stat.entity.js';

export interface CountedRow extends Pick<WebhookStatEntity, 'reason' | 'speed' | 'attempts' | 'events'> {
  at: Date;
}

export interface Wanted {
  webhookIds: string[];
  bucket: Bucket;
  since: Date | undefined;
  /** The beginning of the bucket after the newest that is wanted. */
  before: Date | undefined;
  atMost: number;
}

const reasonOf = `CASE WHEN outcome = 'delivered' THEN '' ELSE coalesce(error, status::text, outcome) END`;
const speedOf = `width_bucket(duration_ms, ARRAY[${speedBoundsMs.join(',')}]::real[])::smallint`;
const eventsOf = `CASE WHEN outcome = 'delivered' THEN events ELSE 0 END`;

/**
 * Counts of attempts. SQL because attempts are counted in sets from a position on, and because sums are made of the counts
 * and of the rest of the attempts at one moment.
 */
@Injectable()
export class StatStore {
  constructor(private readonly transactions: Transactions) {}

  /** The newest attempt, if it is not counted yet. */
  async newest(): Promise<string | undefined> {
    const [row] = await this.transactions.current.query<{ seq: string }[]>(
      'SELECT seq FROM attempt WHERE seq > (SELECT seq FROM webhook_stat_position) ORDER BY seq DESC LIMIT 1',
    );
    return row?.seq;
  }

  /** The number that the next transaction will have. */
  async nextTransaction(): Promise<string> {
    const [row] = await this.transactions.current.query<{ xid: string }[]>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid',
    );
    return row?.xid ?? '0';
  }

  /** True when all transactions with a lower number have ended. */
  async haveEnded(xid: string): Promise<boolean> {
    const [row] = await this.transactions.current.query<{ ended: boolean }[]>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended',
      [xid],
    );
    return row?.ended ?? false;
  }

  async lockPosition(): Promise<void> {
    await this.transactions.open.query('SELECT FROM webhook_stat_position FOR UPDATE');
  }

  /** Counts the next attempts up to this one; returns how many there were. */
  async countNext(upto: string, atMost: number): Promise<number> {
    const [counted] = await this.transactions.open.query<{ attempts: number }[]>(
      `WITH next AS (
         SELECT seq, webhook_id, date_trunc('hour', started_at, 'UTC') AS hour, ${reasonOf} AS reason, ${speedOf} AS speed,
                ${eventsOf} AS events
           FROM attempt WHERE seq > (SELECT seq FROM webhook_stat_position) AND seq <= $1 ORDER BY seq LIMIT $2),
       counted AS (
         INSERT INTO webhook_stat AS s (webhook_id, hour, reason, speed, attempts, events)
         SELECT webhook_id, hour, reason, speed, count(*), sum(events) FROM next
          GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
         ON CONFLICT (webhook_id, hour, reason, speed) DO UPDATE
            SET attempts = s.attempts + excluded.attempts, events = s.events + excluded.events),
       moved AS (
         UPDATE webhook_stat_position SET seq = (SELECT max(seq) FROM next) WHERE EXISTS (SELECT FROM next))
       SELECT count(*)::integer AS attempts FROM next`,
      [upto, atMost],
    );
    return counted?.attempts ?? 0;
  }

  /** The rows of the newest buckets, newest first. */
  find({ webhookIds, bucket, since, before, atMost }: Wanted): Promise<CountedRow[]> {
    return this.transactions.current.query(
      `WITH bounds AS (SELECT coalesce(date_trunc($2, $3::timestamptz, 'UTC'), '-infinity') AS since,
                              coalesce($4::timestamptz, 'infinity') AS before),
       counted AS (
         SELECT date_trunc($2, hour, 'UTC') AS at, reason, speed, sum(attempts)::text AS attempts,
                sum(events)::text AS events
           FROM (
             SELECT hour, reason, speed, attempts, events FROM webhook_stat, bounds
              WHERE webhook_id = ANY ($1::uuid[]) AND hour >= since AND hour < before
             UNION ALL
             SELECT started_at, ${reasonOf}, ${speedOf}, 1, ${eventsOf} FROM attempt, bounds
              WHERE webhook_id = ANY ($1::uuid[]) AND seq > (SELECT seq FROM webhook_stat_position)
                AND started_at >= since AND started_at < before) counts_and_rest
          GROUP BY 1, 2, 3)
       SELECT * FROM counted WHERE at IN (SELECT DISTINCT at FROM counted ORDER BY at DESC LIMIT $5) ORDER BY at DESC`,
      [webhookIds, bucket, since, before, atMost],
    );
  }

  /** Deletes counts from before this hour, and those of webhooks that are gone. */
  async forget(before: Date): Promise<void> {
    await this.transactions.current.query(
      `DELETE FROM webhook_stat s
        WHERE hour < $1 OR NOT EXISTS (SELECT FROM webhook w WHERE w.id = s.webhook_id)`,
      [before],
    );
  }
}
