import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { OutcomeStore } from './outcome.store.js';
import { OutcomesController } from './outcomes.controller.js';
import { OutcomesService } from './outcomes.service.js';

@Module({
  imports: [CampaignsModule],
  controllers: [OutcomesController],
  providers: [OutcomesService, OutcomeStore],
  exports: [OutcomesService],
})
export class OutcomesModule {}
