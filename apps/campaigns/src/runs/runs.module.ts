import { Module } from '@nestjs/common';
import { LoadRunsService } from './load-runs.service.js';
import { RunStore } from './run.store.js';
import { RunningCampaignsService } from './running-campaigns.service.js';
import { RunsService } from './runs.service.js';

@Module({
  providers: [LoadRunsService, RunningCampaignsService, RunsService, RunStore],
  exports: [RunningCampaignsService, RunsService],
})
export class RunsModule {}
