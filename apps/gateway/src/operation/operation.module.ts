import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { HealthAdminController } from './health-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [HealthAdminController],
})
export class OperationModule {}
