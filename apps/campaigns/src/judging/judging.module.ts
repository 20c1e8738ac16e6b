import { Module } from '@nestjs/common';
import { AudienceService } from './match/audience.service.js';
import { FactsController } from './facts.controller.js';
import { JudgeService } from './judge.service.js';
import { RunningCampaigns } from '../runs/running-campaigns.service.js';
import { SimulateService } from '../simulations/simulations.service.js';

@Module({
  controllers: [FactsController],
  providers: [AudienceService, JudgeService, RunningCampaigns, SimulateService],
  exports: [SimulateService],
})
export class JudgingModule {}
