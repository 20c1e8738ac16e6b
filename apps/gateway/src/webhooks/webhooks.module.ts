import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { WebhookStatsController } from './webhook-stats.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [WebhooksController, WebhookStatsController, DeliveriesController],
})
export class WebhooksModule {}
