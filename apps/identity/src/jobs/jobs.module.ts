import { JobLineStore } from '@ces/service/jobs/job-line.store';
import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';
import { ReplayRunsService } from './replay-runs.service.js';

@Module({
  controllers: [JobsController],
  providers: [JobLineStore, JobsService, ReplayRunsService],
})
export class JobsModule {}
