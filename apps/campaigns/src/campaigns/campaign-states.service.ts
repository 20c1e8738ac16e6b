import type { Campaign, CampaignState } from '@ces/contracts/campaigns/campaign-administration';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Changes } from './changes.service.js';
import { CheckCampaignService, type CheckedCampaign } from './check/check-campaign.service.js';
import { RegistrationsService, usesBy } from './register/registrations.service.js';
import { closeRun, openRun } from '../runs/runs.service.js';
import {
  changeCampaign,
  findCampaign,
  insertVersion,
  lockCampaign,
  toCampaign,
  type StoredCampaign,
} from './stored-campaigns.service.js';

/** So long the end of a campaign can still be put off. */
const overdueMs = 7 * 86_400_000;

/** draft → running ⇄ paused → ended. What a campaign is already, it can be made again. */
@Injectable()
export class CampaignStatesService {
  constructor(
    private readonly database: DataSource,
    private readonly changes: Changes,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
  ) {}

  /** The event's definition may have changed since the campaign was saved: it is checked anew. */
  start(id: string): Promise<Campaign> {
    const check = async (): Promise<CheckedCampaign> => {
      const { document, state } = await findCampaign(this.database.manager, id);
      if (state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
      return this.checker.check(document);
    };
    return this.changes.runPrepared(check, (tx, checked) => this.run(tx, id, checked));
  }

  pause(id: string): Promise<Campaign> {
    return this.stop(id, 'paused', ['running', 'paused']);
  }

  end(id: string): Promise<Campaign> {
    return this.stop(id, 'ended', ['draft', 'running', 'paused', 'ended']);
  }

  /** Campaigns that have been over for long: nothing more has to be judged, and nothing kept for them elsewhere. */
  async endOverdue(): Promise<void> {
    const rows = await this.database.query<{ id: string; ends_at: string }[]>(
      `SELECT c.id, v.document->>'ends_at' AS ends_at
         FROM campaign c JOIN campaign_version v ON (v.campaign_id, v.version) = (c.id, c.version)
        WHERE c.state IN ('running', 'paused') AND v.document->>'ends_at' IS NOT NULL`,
    );
    const overdue = rows.filter(({ ends_at }) => Date.parse(ends_at) < Date.now() - overdueMs);
    for (const { id } of overdue) await this.end(id);
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
    const started = await changeCampaign(tx, campaign, { state: 'running', version, document: checked.document });
    await openRun(tx, started);
    return toCampaign(started);
  }

  /** Versions keep the schema that they were checked against; another schema is another version. */
  private async versionFor(tx: EntityManager, campaign: StoredCampaign, checked: CheckedCampaign): Promise<number> {
    if (campaign.event_version === checked.event_version) return campaign.version;
    await insertVersion(tx, campaign.id, campaign.version + 1, checked);
    return campaign.version + 1;
  }

  private stop(id: string, state: CampaignState, from: CampaignState[]): Promise<Campaign> {
    return this.changes.run(async (tx) => {
      await lockCampaign(tx, id);
      const campaign = await findCampaign(tx, id);
      if (!from.includes(campaign.state)) {
        throw new Problem('campaign-state-conflict', `The campaign is ${campaign.state}: it cannot be ${state}.`);
      }
      if (campaign.state === state) return toCampaign(campaign);
      await this.registrations.release(campaign);
      const stopped = await changeCampaign(tx, campaign, { state });
      if (campaign.state === 'running') await closeRun(tx, campaign.id);
      return toCampaign(stopped);
    });
  }
}
