import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CampaignRegistrationEntity } from './campaign-registration.entity.js';

export type Doubt = Pick<CampaignRegistrationEntity, 'segments' | 'events'>;

/** Registrations that are not finished. SQL because doubts are merged in one statement, and ages go by the database's clock. */
@Injectable()
export class RegistrationStore {
  constructor(private readonly transactions: Transactions) {}

  /** Records that registrations of a campaign may differ from what it uses. Earlier records are kept. */
  async doubt(campaignId: string, { segments, events }: Doubt): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO campaign_registration AS r (campaign_id, segments, events) VALUES ($1, $2, $3)
       ON CONFLICT (campaign_id) DO UPDATE
          SET since = now(), segments = r.segments OR excluded.segments, events = r.events OR excluded.events`,
      [campaignId, segments, events],
    );
  }

  /** Records the same of all campaigns. Those that run or are paused are registered first. */
  async doubtAll(): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO campaign_registration (campaign_id, segments, events, since)
       SELECT id, true, true, CASE WHEN state IN ('running', 'paused') THEN now() - interval '1 minute' ELSE now() END
         FROM campaign
       ON CONFLICT (campaign_id) DO UPDATE SET since = excluded.since, segments = true, events = true`,
    );
  }

  /** Records that the events service may lack what running and paused campaigns use. */
  async doubtEvents(): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO campaign_registration AS r (campaign_id, segments, events)
       SELECT id, false, true FROM campaign WHERE state IN ('running', 'paused')
       ON CONFLICT (campaign_id) DO UPDATE SET events = true WHERE NOT r.events`,
    );
  }

  /** `since` is text, because a Date loses the microseconds that `finish` compares. */
  async find(campaignId: string): Promise<(Doubt & { since: string }) | undefined> {
    const [doubt] = await this.transactions.current.query<(Doubt & { since: string })[]>(
      'SELECT segments, events, since::text FROM campaign_registration WHERE campaign_id = $1',
      [campaignId],
    );
    return doubt;
  }

  /** Keeps a record that was renewed meanwhile. */
  async finish(campaignId: string, since: string): Promise<void> {
    await this.transactions.current.query(
      'DELETE FROM campaign_registration WHERE campaign_id = $1 AND since = $2::timestamptz',
      [campaignId, since],
    );
  }

  async findWaiting(): Promise<string[]> {
    const rows = await this.transactions.current.query<Pick<CampaignRegistrationEntity, 'campaign_id'>[]>(
      `SELECT campaign_id FROM campaign_registration WHERE since < now() - interval '10 seconds' ORDER BY since LIMIT 100`,
    );
    return rows.map(({ campaign_id }) => campaign_id);
  }

  /** Puts a campaign behind all others. */
  async postpone(campaignId: string): Promise<void> {
    await this.transactions.current.query('UPDATE campaign_registration SET since = now() WHERE campaign_id = $1', [
      campaignId,
    ]);
  }

  /** Lets the transaction wait for answers of other services, up to a minute each. */
  async allowWaiting(): Promise<void> {
    await this.transactions.current.query(`SET LOCAL idle_in_transaction_session_timeout = '1min'`);
  }
}
