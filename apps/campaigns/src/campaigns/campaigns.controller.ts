import * as contract from '@ces/contracts/campaigns/campaign-administration';
import * as drafts from '@ces/contracts/campaigns/campaign-drafts';
import * as byName from '@ces/contracts/campaigns/by-name';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { CampaignStatesService } from './campaign-states.service.js';
import { CampaignsService } from './campaigns.service.js';
import { DraftsService } from './drafts.service.js';
import { VersionsService } from './versions.service.js';
import { NamedCampaigns } from './named-campaigns.js';

@Controller()
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly states: CampaignStatesService,
    private readonly drafts: DraftsService,
    private readonly versions: VersionsService,
    private readonly named: NamedCampaigns,
    private readonly byName: ByName,
  ) {}

  @Handle(contract.createCampaign)
  create(request: contract.NewCampaign) {
    return this.campaigns.create(request);
  }

  @Handle(contract.putCampaign)
  put(request: contract.PutCampaign) {
    return this.campaigns.put(request);
  }

  @Handle(contract.getCampaign)
  get(request: contract.CampaignRef) {
    return this.campaigns.get(request.id);
  }

  @Handle(contract.listCampaigns)
  list(request: contract.CampaignPage) {
    return this.campaigns.list(request);
  }

  @Handle(contract.startCampaign)
  start(request: contract.CampaignRef) {
    return this.states.start(request.id);
  }

  @Handle(contract.pauseCampaign)
  pause(request: contract.CampaignRef) {
    return this.states.pause(request.id);
  }

  @Handle(contract.endCampaign)
  end(request: contract.CampaignRef) {
    return this.states.end(request.id);
  }

  @Handle(drafts.validateCampaign)
  validate(request: contract.NewCampaign) {
    return this.drafts.validate(request);
  }

  @Handle(drafts.cloneCampaign)
  clone(request: drafts.CloneCampaign) {
    return this.drafts.clone(request);
  }

  @Handle(drafts.deleteCampaign)
  delete(request: contract.CampaignRef) {
    return this.drafts.delete(request.id);
  }

  @Handle(drafts.versionsOfCampaign)
  versionsOf(request: drafts.VersionsOfCampaign) {
    return this.versions.page(request);
  }

  @Handle(byName.getCampaignByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putCampaignByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutCampaignByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
