import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [WebhooksController, DeliveriesController],
})
export class WebhooksModule {}
