import { Module } from '@nestjs/common';
import { AttemptsService } from '../attempts/attempts.service.js';
import { PingService } from '../attempts/ping.service.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { OperationService } from './operation.service.js';
import { ReceiverCheck } from './receiver-check.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [DeliveryModule],
  controllers: [SubscriptionsController],
  providers: [AttemptsService, OperationService, PingService, ReceiverCheck, SubscriptionsService],
})
export class SubscriptionsModule {}
