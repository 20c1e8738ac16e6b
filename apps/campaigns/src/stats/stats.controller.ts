import { statsOfCampaign, type StatsOfCampaign } from '@ces/contracts/campaigns/campaign-stats';
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
}
