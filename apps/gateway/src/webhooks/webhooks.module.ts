import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [WebhooksController],
})
export class WebhooksModule {}
