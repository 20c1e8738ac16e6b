import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CampaignRegistrationEntity } from './campaign-registration.entity.js';

/** The services whose registrations may differ from what a campaign uses. */
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

  /** Records the same of all campaigns that have not ended. */
  async doubtAll(): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO campaign_registration (campaign_id, segments, events)
       SELECT id, true, true FROM campaign WHERE state <> 'ended'
       ON CONFLICT (campaign_id) DO UPDATE SET segments = true, events = true`,
    );
  }

  find(campaignId: string): Promise<Doubt | null> {
    return this.transactions.of(CampaignRegistrationEntity).findOneBy({ campaign_id: campaignId });
  }

  async finish(campaignId: string): Promise<void> {
    await this.transactions.of(CampaignRegistrationEntity).delete(campaignId);
  }

  /** Campaigns that have been in doubt for 10 s, the longest first. */
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
