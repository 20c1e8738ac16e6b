import { Module } from '@nestjs/common';
import { ListenersModule } from '../listeners/listeners.module.js';
import { PortalSessionsModule } from '../portal-sessions/portal-sessions.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { ClientDeletionController } from './client-deletion.controller.js';

@Module({
  imports: [ListenersModule, PortalSessionsModule, SubscriptionsModule],
  controllers: [ClientDeletionController],
})
export class ClientDeletionModule {}
