import type { Bucket } from '@ces/contracts/paging';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CampaignStatEntity } from './campaign-stat.entity.js';

export interface Increment extends Pick<CampaignStatEntity, 'campaign_id' | 'hour' | 'reason'> {
  events: number;
  coupons: number;
  points: number;
}

export interface CountedRow extends Pick<CampaignStatEntity, 'reason' | 'events' | 'coupons' | 'points'> {
  at: Date;
}

export interface Wanted {
  /** All campaigns if it is undefined. */
  campaignId: string | undefined;
  bucket: Bucket;
  since: Date | undefined;
  /** The beginning of the bucket after the newest that is wanted. */
  before: Date | undefined;
  atMost: number;
}

/**
 * Counts of verdicts. SQL because judging adds the counts of a set in one statement without waiting for others, and because
 * sums are made of both tables at one moment.
 */
@Injectable()
export class StatStore {
  constructor(private readonly transactions: Transactions) {}

  async add(increments: Increment[]): Promise<void> {
    await this.transactions.late(
      `INSERT INTO campaign_stat_increment (campaign_id, hour, reason, events, coupons, points)
       SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])`,
      [
        increments.map(({ campaign_id }) => campaign_id),
        increments.map(({ hour }) => hour),
        increments.map(({ reason }) => reason),
        increments.map(({ events }) => events),
        increments.map(({ coupons }) => coupons),
        increments.map(({ points }) => points),
      ],
    );
  }

  /** Moves all increments into their sums and tallies. Two at once are safe: each adds what it deleted, in one order of rows. */
  async fold(): Promise<void> {
    await this.transactions.current.query(
      `WITH taken AS (DELETE FROM campaign_stat_increment RETURNING *), tallied AS (
         INSERT INTO tally (owner, what, amount)
         SELECT campaign_id, what, sum(amount) FROM taken,
                LATERAL (VALUES ('grants', events), ('coupons', coupons), ('points', points)) AS given (what, amount)
          WHERE reason = '' AND amount <> 0 GROUP BY campaign_id, what
       )
       INSERT INTO campaign_stat AS s (campaign_id, hour, reason, events, coupons, points)
       SELECT campaign_id, hour, reason, sum(events), sum(coupons), sum(points) FROM taken
        GROUP BY campaign_id, hour, reason ORDER BY campaign_id, hour, reason
       ON CONFLICT (campaign_id, hour, reason) DO UPDATE
          SET events = s.events + excluded.events, coupons = s.coupons + excluded.coupons, points = s.points + excluded.points`,
    );
  }

  async hasBefore(moment: Date): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      `SELECT FROM campaign_stat WHERE hour < $1 UNION ALL SELECT FROM campaign_stat_increment WHERE hour < $1 LIMIT 1`,
      [moment],
    );
    return rows.length > 0;
  }

  /** The rows of the newest buckets, newest first. */
  find({ campaignId, bucket, since, before, atMost }: Wanted): Promise<CountedRow[]> {
    const ofCampaign = campaignId === undefined ? '' : 'campaign_id = $5 AND';
    return this.transactions.current.query(
      `WITH counted AS (
         SELECT date_trunc($1, hour, 'UTC') AS at, reason, sum(events)::text AS events, sum(coupons)::text AS coupons,
                sum(points)::text AS points
           FROM (SELECT * FROM campaign_stat UNION ALL SELECT * FROM campaign_stat_increment) both_tables
          WHERE ${ofCampaign} hour >= coalesce(date_trunc($1, $2::timestamptz, 'UTC'), '-infinity')
            AND hour < coalesce($3::timestamptz, 'infinity')
          GROUP BY 1, 2)
       SELECT * FROM counted WHERE at IN (SELECT DISTINCT at FROM counted ORDER BY at DESC LIMIT $4) ORDER BY at DESC, reason`,
      [bucket, since, before, atMost, ...(campaignId === undefined ? [] : [campaignId])],
    );
  }
}
