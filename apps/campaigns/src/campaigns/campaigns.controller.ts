import * as contract from '@ces/contracts/campaigns/campaign-administration';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CampaignStatesService } from './campaign-states.service.js';
import { CampaignsService } from './campaigns.service.js';

@Controller()
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly states: CampaignStatesService,
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
}
