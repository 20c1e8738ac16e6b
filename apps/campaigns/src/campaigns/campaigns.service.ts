import type {
  Campaign,
  CampaignPage,
  NewCampaign,
  PutCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { newId } from '@ces/messaging/storage/ids';
import { pageOf } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { demandCountable } from '../runs/counted-limits.js';
import { RunsService } from '../runs/runs.service.js';
import { ChangesService } from './changes.service.js';
import { CheckCampaignService } from './check/check-campaign.service.js';
import { RegistrationsService } from './register/registrations.service.js';
import { usesBy } from './register/uses.js';
import { toCampaign, type CheckedCampaign } from './stored-campaign.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';

@Injectable()
export class CampaignsService {
  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly changes: ChangesService,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
    private readonly runs: RunsService,
  ) {}

  async create(given: NewCampaign): Promise<Campaign> {
    const id = newId();
    const checked = await this.checker.check(given);
    return this.changes.run(async () => {
      await this.campaigns.lock(id);
      await this.registrations.widen(id, undefined, usesBy({ ...checked, id, state: 'draft' }));
      await this.campaigns.insert(id, checked);
      return this.get(id);
    });
  }

  /** Stores a new version. When the campaign runs, the version judges the events accepted from now on. */
  put({ id, ...given }: PutCampaign): Promise<Campaign> {
    return this.changes.runChecked(
      () => this.checker.check(given),
      (checked) => this.store(id, checked),
    );
  }

  async get(id: string): Promise<Campaign> {
    return toCampaign(await this.campaigns.get(id));
  }

  list({ state, q, ...page }: CampaignPage): Promise<Paged<Campaign>> {
    return pageOf(page, (before, atMost) => this.campaigns.newest(before, atMost, { state, q }), toCampaign);
  }

  private async store(id: string, checked: CheckedCampaign): Promise<Campaign | undefined> {
    await this.campaigns.lock(id);
    const campaign = await this.campaigns.get(id);
    await demandUnchanged(() => Promise.resolve(toCampaign(campaign)));
    if (campaign.state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
    demandCountable(checked.document, campaign.counted);
    const after = { ...checked, id, state: campaign.state };
    if (!(await this.registrations.widen(id, usesBy(campaign), usesBy(after)))) return undefined;
    const version = campaign.version + 1;
    await this.campaigns.insertVersion(id, version, checked);
    const changed = await this.campaigns.change(campaign, { version, document: checked.document });
    if (campaign.state === 'running') await this.runs.open(changed);
    return toCampaign(changed);
  }
}
