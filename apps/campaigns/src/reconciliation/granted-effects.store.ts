import type { Span } from '@ces/contracts/facts/reconciliation';
import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { noCampaign } from '../stacks/no-campaign.js';

/** An event is accepted within this time of the moment that its id names. */
const apartMs = 60_000;

/** Grants beside the slips and entries that they gave. SQL because an hour of each is compared in one statement. */
@Injectable()
export class GrantedEffectsStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * The grants of an hour whose coupons or points are not those of the slips and the ledger, and effects without a grant,
   * each as the campaign's id, a space and the event's. Grants of erased users are left out, because their effects are gone.
   */
  async findDiffering({ from, until }: Span, limit: number): Promise<{ keys: string[]; count: number }> {
    const rows = await this.transactions.current.query<{ key: string; count: number }[]>(
      `WITH granted AS (
         SELECT g.* FROM campaign c CROSS JOIN LATERAL (
           SELECT campaign_id, event_id, user_id, coupons, points FROM campaign_grant
            WHERE campaign_id = c.id AND occurred_at >= $1 AND occurred_at < $2 AND event_id >= $3 AND event_id < $4) AS g
       ), effects AS (
         SELECT campaign_id, event_id, sum(coupons) AS coupons, sum(points) AS points FROM (
           SELECT campaign_id, event_id, 1 AS coupons, 0 AS points FROM coupon_slip WHERE event_id >= $3 AND event_id < $4
           UNION ALL
           SELECT campaign_id, event_id, 0, greatest(value, 0) FROM ledger
            WHERE event_id >= $3 AND event_id < $4 AND campaign_id <> $5) AS parts
          GROUP BY campaign_id, event_id
       )
       SELECT campaign_id || ' ' || event_id AS key, (count(*) OVER ())::int AS count
         FROM granted g FULL JOIN effects e USING (campaign_id, event_id)
        WHERE g.user_id IS NULL
           OR (g.user_id <> '' AND (g.coupons, g.points) <> (coalesce(e.coupons, 0), coalesce(e.points, 0)))
        ORDER BY event_id, campaign_id LIMIT $6`,
      [new Date(from - apartMs), new Date(until + apartMs), idsBefore(from), idsBefore(until), noCampaign, limit],
    );
    return { keys: rows.map(({ key }) => key), count: rows[0]?.count ?? 0 };
  }

  async countWithEffects(eventIds: string[]): Promise<number> {
    const [row] = await this.transactions.current.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM unnest($1::uuid[]) AS x(id)
        WHERE EXISTS (SELECT FROM coupon_slip WHERE event_id = x.id) OR EXISTS (SELECT FROM ledger WHERE event_id = x.id)`,
      [eventIds],
    );
    return row?.count ?? 0;
  }
}
