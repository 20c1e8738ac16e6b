import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { PortalSessionStore } from './portal-session.store.js';
import { PortalSessionsController } from './portal-sessions.controller.js';
import { PortalSessionsService } from './portal-sessions.service.js';

@Module({
  imports: [ClockModule, SubscriptionsModule],
  controllers: [PortalSessionsController],
  providers: [PortalSessionsService, PortalSessionStore],
  exports: [PortalSessionsService],
})
export class PortalSessionsModule {}
