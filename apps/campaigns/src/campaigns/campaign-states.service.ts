import type { Campaign, CampaignState } from '@ces/contracts/campaign-administration';
import { Problem } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CheckCampaignService, type CheckedCampaign } from './check-campaign.service.js';
import { RegistrationsService, usesBy } from './registrations.service.js';
import { closeRun, openRun } from './runs.js';
import { findCampaign, insertVersion, lockCampaign, toCampaign, type StoredCampaign } from './stored-campaigns.js';

const attempts = 5;

/** draft → running ⇄ paused → ended. What a campaign is already, it can be made again. */
@Injectable()
export class CampaignStatesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
  ) {}

  /** The event's definition may have changed since the campaign was saved: it is checked anew. */
  async start(id: string): Promise<Campaign> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { document, state } = await findCampaign(this.database.manager, id);
      if (state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
      const checked = await this.checker.check(document);
      const started = await this.transactions.run((tx) => this.run(tx, id, checked));
      if (started) return started;
    }
    throw new Problem('service-unavailable', 'The event definitions are changing too fast.', { retry_after: 1 });
  }

  pause(id: string): Promise<Campaign> {
    return this.stop(id, 'paused', ['running', 'paused']);
  }

  end(id: string): Promise<Campaign> {
    return this.stop(id, 'ended', ['draft', 'running', 'paused', 'ended']);
  }

  private async run(tx: EntityManager, id: string, checked: CheckedCampaign): Promise<Campaign | undefined> {
    await lockCampaign(tx, id);
    const campaign = await findCampaign(tx, id);
    if (campaign.state === 'running') return toCampaign(campaign);
    if (campaign.state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
    // Somebody put another version meanwhile.
    if (JSON.stringify(campaign.document) !== JSON.stringify(checked.document)) return undefined;
    const after = usesBy({ ...checked, id: campaign.id, state: 'running' });
    if (!(await this.registrations.widen(campaign.id, usesBy(campaign), after))) return undefined;
    const version = await this.versionFor(tx, campaign, checked);
    await tx.query(`UPDATE campaign SET state = 'running', version = $2, updated_at = now() WHERE id = $1`, [
      campaign.id,
      version,
    ]);
    await openRun(tx, campaign.id, version);
    return toCampaign(await findCampaign(tx, id));
  }

  /** Versions keep the schema that they were checked against; another schema is another version. */
  private async versionFor(tx: EntityManager, campaign: StoredCampaign, checked: CheckedCampaign): Promise<number> {
    if (campaign.event_version === checked.event_version) return campaign.version;
    await insertVersion(tx, campaign.id, campaign.version + 1, checked);
    return campaign.version + 1;
  }

  private stop(id: string, state: CampaignState, from: CampaignState[]): Promise<Campaign> {
    return this.transactions.run(async (tx) => {
      await lockCampaign(tx, id);
      const campaign = await findCampaign(tx, id);
      if (!from.includes(campaign.state)) {
        throw new Problem('campaign-state-conflict', `The campaign is ${campaign.state}: it cannot be ${state}.`);
      }
      if (campaign.state === state) return toCampaign(campaign);
      await this.registrations.release(campaign);
      await tx.query('UPDATE campaign SET state = $2, updated_at = now() WHERE id = $1', [campaign.id, state]);
      if (campaign.state === 'running') await closeRun(tx, campaign.id);
      return toCampaign(await findCampaign(tx, id));
    });
  }
}
