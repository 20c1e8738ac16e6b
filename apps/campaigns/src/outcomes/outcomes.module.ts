import { Module } from '@nestjs/common';
import { OutcomePartitions } from './outcome-partitions.js';
import { OutcomesController } from './outcomes.controller.js';
import { OutcomesService } from './outcomes.service.js';

@Module({
  controllers: [OutcomesController],
  providers: [OutcomePartitions, OutcomesService],
  exports: [OutcomePartitions],
})
export class OutcomesModule {}
