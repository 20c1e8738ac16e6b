import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HealthAdminController } from './health-admin.controller.js';
import { JobsController } from './jobs.controller.js';
import { ReconciliationsController } from './reconciliations.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [HealthAdminController, JobsController, ReconciliationsController],
})
export class OperationModule {}
