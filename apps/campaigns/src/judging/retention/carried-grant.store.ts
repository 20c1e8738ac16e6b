import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';

/** SQL because a month of grants is added up by the database. */
@Injectable()
export class CarriedGrantStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Adds the sums of a partition of the grants, in the transaction that drops it, and forgets those of campaigns that ended
   * before `judgedFrom`: no event of theirs is judged any more.
   */
  async add(partition: string, judgedFrom: Date): Promise<void> {
    const from = escapeIdentifier(partition);
    const sums = 'campaign_id, count(*) AS grants, sum(coupons) AS coupons, sum(points) AS points';
    await this.transactions.open.query(
      `INSERT INTO carried_grant AS c (user_id, campaign_id, grants, coupons, points)
       SELECT user_id, ${sums} FROM ${from} WHERE user_id <> '' GROUP BY user_id, campaign_id
       UNION ALL
       SELECT '', ${sums} FROM ${from} GROUP BY campaign_id
       ON CONFLICT (user_id, campaign_id) DO UPDATE
          SET grants = c.grants + excluded.grants, coupons = c.coupons + excluded.coupons, points = c.points + excluded.points`,
    );
    await this.transactions.open.query(
      `DELETE FROM carried_grant WHERE campaign_id IN (
         SELECT id FROM campaign WHERE state = 'ended' AND updated_at < $1::timestamptz - interval '1 day')`,
      [judgedFrom],
    );
  }
}
