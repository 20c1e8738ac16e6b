import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CampaignGrantEntity } from './campaign-grant.entity.js';

export type NewGrant = Omit<CampaignGrantEntity, 'points'> & { points: number };
type GrantKey = Pick<CampaignGrantEntity, 'campaign_id' | 'event_id'>;

/** Grants of campaigns. SQL because a set of events reads and writes them in one statement each. */
@Injectable()
export class GrantStore {
  constructor(private readonly transactions: Transactions) {}

  /** Each key is the campaign's id, a space and the event's id. */
  async findGranted(pairs: GrantKey[]): Promise<Set<string>> {
    const rows = await this.transactions.read<{ key: string }>(
      `SELECT campaign_id || ' ' || event_id AS key FROM campaign_grant
      WHERE (campaign_id, event_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
      [pairs.map(({ campaign_id }) => campaign_id), pairs.map(({ event_id }) => event_id)],
    );
    return new Set(rows.map(({ key }) => key));
  }

  async insert(grants: NewGrant[]): Promise<void> {
    await this.transactions.late(
      `INSERT INTO campaign_grant (campaign_id, event_id, user_id, occurred_at, coupons, points)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::integer[], $6::bigint[])`,
      [
        grants.map(({ campaign_id }) => campaign_id),
        grants.map(({ event_id }) => event_id),
        grants.map(({ user_id }) => user_id),
        grants.map(({ occurred_at }) => occurred_at),
        grants.map(({ coupons }) => coupons),
        grants.map(({ points }) => points),
      ],
    );
  }
}
