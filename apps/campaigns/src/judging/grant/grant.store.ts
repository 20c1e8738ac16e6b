import { plainArray, textArray } from '@ces/messaging/storage/arrays';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

interface GrantKey {
  campaign_id: string;
  event_id: string;
}

export interface NewGrant extends GrantKey {
  user_id: string;
  occurred_at: Date;
  coupons: number;
  points: number;
  version: number;
}

/**
 * Grants of campaigns. The key grants the effects of a campaign for an event once, even when the inbox has forgotten the
 * event. Lost counters are counted again from these rows. An erased user's grants have the user ''. SQL because the table is
 * partitioned by the time of the event's id, and a set of events reads and writes it in one statement each.
 */
@Injectable()
export class GrantStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Each key is the campaign's id, a space and the event's id. PostgreSQL plans this once: if it saw the lengths of the lists,
   * it would plan each short one anew, for all partitions. It reads only the partition of each event.
   */
  async findGranted(pairs: GrantKey[]): Promise<Set<string>> {
    const rows = await this.transactions.read<{ key: string }>(
      `SELECT campaign_id || ' ' || event_id AS key FROM campaign_grant
      WHERE (campaign_id, event_id) IN (SELECT * FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])))`,
      [plainArray(pairs.map(({ campaign_id }) => campaign_id)), plainArray(pairs.map(({ event_id }) => event_id))],
    );
    return new Set(rows.map(({ key }) => key));
  }

  async insert(grants: NewGrant[]): Promise<void> {
    await this.transactions.late(
      `INSERT INTO campaign_grant (campaign_id, event_id, user_id, occurred_at, coupons, points, version)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::integer[], $6::bigint[], $7::integer[])`,
      [
        plainArray(grants.map(({ campaign_id }) => campaign_id)),
        plainArray(grants.map(({ event_id }) => event_id)),
        textArray(grants.map(({ user_id }) => user_id)),
        plainArray(grants.map(({ occurred_at }) => occurred_at.toISOString())),
        plainArray(grants.map(({ coupons }) => coupons)),
        plainArray(grants.map(({ points }) => points)),
        plainArray(grants.map(({ version }) => version)),
      ],
    );
  }
}
