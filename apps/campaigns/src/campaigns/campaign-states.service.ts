import type { Campaign, CampaignState } from '@ces/contracts/campaigns/campaign-administration';
import { Problem } from '@ces/contracts/problems';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { RunsService } from '../runs/runs.service.js';
import { CampaignStore } from './campaign.store.js';
import { ChangesService } from './changes.service.js';
import { CheckCampaignService } from './check/check-campaign.service.js';
import { RegistrationsService } from './register/registrations.service.js';
import { usesBy } from './register/uses.js';
import { toCampaign, type CheckedCampaign, type StoredCampaign } from './stored-campaign.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';

/** A campaign's end can be postponed for this long after it has passed. */
const overdueMs = 7 * 86_400_000;

/** draft → running ⇄ paused → ended. Repeating a step succeeds and changes nothing. */
@Injectable()
export class CampaignStatesService {
  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly store: CampaignStore,
    private readonly changes: ChangesService,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
    private readonly runs: RunsService,
  ) {}

  /** Checks the campaign again, because the event's definition may have changed since it was saved. */
  start(id: string): Promise<Campaign> {
    const check = async (): Promise<CheckedCampaign> => {
      const { document, state } = await this.campaigns.get(id);
      if (state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
      if (state === 'draft') await this.checker.demandCodes(document);
      return this.checker.checkForStart(document);
    };
    return this.changes.runChecked(check, (checked) => this.run(id, checked));
  }

  pause(id: string): Promise<Campaign> {
    return this.stop(id, 'paused', ['running', 'paused']);
  }

  end(id: string): Promise<Campaign> {
    return this.stop(id, 'ended', ['draft', 'running', 'paused', 'ended']);
  }

  @Every({
    name: 'end-overdue-campaigns',
    does: 'Ends campaigns that have been over for a week, so that other services keep nothing for them.',
    seconds: 600,
  })
  async endOverdue(): Promise<void> {
    const ends = await this.store.findEnds();
    const overdue = ends.filter(({ ends_at }) => Date.parse(ends_at) < Date.now() - overdueMs);
    for (const { id } of overdue) await this.end(id);
  }

  private async run(id: string, checked: CheckedCampaign): Promise<Campaign | undefined> {
    await this.campaigns.lock(id);
    const campaign = await this.campaigns.get(id);
    if (campaign.state === 'running') return toCampaign(campaign);
    if (campaign.state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
    // `undefined` repeats the check, because another version was put meanwhile.
    if (JSON.stringify(campaign.document) !== JSON.stringify(checked.document)) return undefined;
    const after = usesBy({ ...checked, id: campaign.id, state: 'running' });
    if (!(await this.registrations.widen(campaign.id, usesBy(campaign), after))) return undefined;
    const version = await this.versionFor(campaign, checked);
    const started = await this.campaigns.change(campaign, { state: 'running', version, document: checked.document });
    await this.runs.open(started);
    return toCampaign(started);
  }

  /** A version keeps the schema that it was checked against; another schema makes another version. */
  private async versionFor(campaign: StoredCampaign, checked: CheckedCampaign): Promise<number> {
    if (campaign.event_version === checked.event_version) return campaign.version;
    await this.campaigns.insertVersion(campaign.id, campaign.version + 1, checked);
    return campaign.version + 1;
  }

  private stop(id: string, state: CampaignState, from: CampaignState[]): Promise<Campaign> {
    return this.changes.run(async () => {
      await this.campaigns.lock(id);
      const campaign = await this.campaigns.get(id);
      if (!from.includes(campaign.state)) {
        throw new Problem('campaign-state-conflict', `The campaign is ${campaign.state}: it cannot be ${state}.`);
      }
      if (campaign.state === state) return toCampaign(campaign);
      await this.registrations.release(campaign);
      const stopped = await this.campaigns.change(campaign, { state });
      if (campaign.state === 'running') await this.runs.close(campaign.id);
      return toCampaign(stopped);
    });
  }
}
