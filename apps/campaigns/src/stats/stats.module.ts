import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';
import { StatStore } from './stat.store.js';

@Module({
  imports: [CampaignsModule],
  controllers: [StatsController],
  providers: [StatsService, StatStore],
  exports: [StatsService],
})
export class StatsModule {}
