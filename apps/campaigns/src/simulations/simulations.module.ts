import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { DemandEventService } from './demand-event.service.js';
import { SimulationsController } from './simulations.controller.js';
import { SimulationsService } from './simulations.service.js';

@Module({
  imports: [CampaignsModule, JudgingModule],
  controllers: [SimulationsController],
  providers: [DemandEventService, SimulationsService],
})
export class SimulationsModule {}
