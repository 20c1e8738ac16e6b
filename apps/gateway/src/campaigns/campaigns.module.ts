import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BacktestsController } from './backtests.controller.js';
import { CampaignDraftsController } from './campaign-drafts.controller.js';
import { CampaignStatsController } from './campaign-stats.controller.js';
import { CampaignsController } from './campaigns.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [BacktestsController, CampaignDraftsController, CampaignsController, CampaignStatsController],
})
export class CampaignsModule {}
