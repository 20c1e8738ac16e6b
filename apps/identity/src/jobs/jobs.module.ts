import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';
import { ReplayRunsService } from './replay-runs.service.js';

@Module({
  controllers: [JobsController],
  providers: [JobsService, ReplayRunsService],
})
export class JobsModule {}
