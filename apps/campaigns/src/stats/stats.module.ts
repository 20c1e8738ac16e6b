import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';
import { StatStore } from './stat.store.js';

@Module({
  imports: [CampaignsModule],
  controllers: [StatsController],
  providers: [LongReadStore, StatsService, StatStore],
  exports: [StatsService],
})
export class StatsModule {}
