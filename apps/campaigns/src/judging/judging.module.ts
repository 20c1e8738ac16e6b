import { Module } from '@nestjs/common';
import { AudienceService } from './audience.service.js';
import { FactsController } from './facts.controller.js';
import { JudgeService } from './judge.service.js';
import { RunningCampaigns } from './running-campaigns.js';
import { SimulateService } from './simulate.service.js';

@Module({
  controllers: [FactsController],
  providers: [AudienceService, JudgeService, RunningCampaigns, SimulateService],
  exports: [SimulateService],
})
export class JudgingModule {}
