import { distinct, plainArray, textArray } from '@ces/messaging/storage/arrays';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

interface GrantKey {
  campaign_id: string;
  event_id: string;
}

export interface NewGrant extends GrantKey {
  user_id: string;
  /** In milliseconds. */
  occurred_at: number;
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
    const campaigns = distinct(grants.map(({ campaign_id }) => campaign_id));
    const events = distinct(grants.map(({ event_id }) => event_id));
    const moments = distinct(grants.map(({ occurred_at }) => occurred_at));
    await this.transactions.late(
      `INSERT INTO campaign_grant (campaign_id, event_id, user_id, occurred_at, coupons, points, version)
       SELECT ($1::uuid[])[campaign], ($2::uuid[])[event], user_id, ($3::timestamptz[])[moment], coupons, points, version
         FROM (SELECT unnest($4::integer[]) AS campaign, unnest($5::integer[]) AS event, unnest($6::integer[]) AS moment,
                      unnest($7::text[]) AS user_id, unnest($8::integer[]) AS coupons, unnest($9::bigint[]) AS points,
                      unnest($10::integer[]) AS version) AS given`,
      [
        plainArray(campaigns.values),
        plainArray(events.values),
        plainArray(moments.values.map((moment) => new Date(moment).toISOString())),
        campaigns.places,
        events.places,
        moments.places,
        textArray(grants.map(({ user_id }) => user_id)),
        plainArray(grants.map(({ coupons }) => coupons)),
        plainArray(grants.map(({ points }) => points)),
        plainArray(grants.map(({ version }) => version)),
      ],
    );
  }
}
