import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { AttemptPartitions } from './attempt-partitions.service.js';
import { AttemptStore } from './attempt.store.js';
import { AttemptsController } from './attempts.controller.js';
import { AttemptsService } from './attempts.service.js';
import { PingService } from './ping.service.js';

@Module({
  imports: [RequestsModule, SubscriptionsModule],
  controllers: [AttemptsController],
  providers: [AttemptPartitions, AttemptStore, AttemptsService, PingService],
  exports: [AttemptsService],
})
export class AttemptsModule {}
