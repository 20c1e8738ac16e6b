import { statsOfCampaign, statsOfCampaigns, type StatsOfCampaign } from '@ces/contracts/campaigns/campaign-stats';
import type { StatsPage } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { StatsService } from './stats.service.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Handle(statsOfCampaign)
  of(request: StatsOfCampaign) {
    return this.stats.of(request);
  }

  @Handle(statsOfCampaigns)
  ofAll(request: StatsPage) {
    return this.stats.ofAll(request);
  }
}
