import type { Campaign, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { CampaignValidation, CloneCampaign, DeletedCampaign } from '@ces/contracts/campaigns/campaign-drafts';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { CampaignsService } from './campaigns.service.js';
import { ChangesService } from './changes.service.js';
import { CheckCampaignService } from './check/check-campaign.service.js';
import { RegistrationsService } from './register/registrations.service.js';
import { StoredCampaignsService } from './stored-campaigns.service.js';

const longestName = 200;
const mark = ' (copy)';

@Injectable()
export class DraftsService {
  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly making: CampaignsService,
    private readonly changes: ChangesService,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
  ) {}

  async validate(given: NewCampaign): Promise<CampaignValidation> {
    const errors = await this.checker.faultsOf(given);
    return { valid: errors.length === 0, errors };
  }

  /** The copy is checked like any new campaign, because what the original names may be gone. */
  async clone({ id, name }: CloneCampaign): Promise<Campaign> {
    const { document } = await this.campaigns.get(id);
    return this.making.create({ ...document, name: name ?? nameOfCopy(document.name) });
  }

  /** Grants, outcomes and statistics name the campaigns that ran, so only a draft is deleted. */
  delete(id: string): Promise<DeletedCampaign> {
    return this.changes.run(async () => {
      await this.campaigns.lock(id);
      const campaign = await this.campaigns.get(id);
      if (campaign.state !== 'draft') {
        throw new Problem('campaign-state-conflict', `The campaign is ${campaign.state}: only a draft can be deleted.`);
      }
      await this.registrations.release(campaign);
      await this.campaigns.delete(campaign.id);
      return { deleted: true };
    });
  }
}

function nameOfCopy(name: string): string {
  return [...name].slice(0, longestName - mark.length).join('') + mark;
}
