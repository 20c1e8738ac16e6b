import { Module } from '@nestjs/common';
import { ClientSecretsModule } from '../client-secrets/client-secrets.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { LogModule } from '../log/log.module.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { ListenerDeliveries } from './listener-deliveries.service.js';
import { ListenerStore } from './listener.store.js';
import { ListenersController } from './listeners.controller.js';
import { ListenersService } from './listeners.service.js';

@Module({
  imports: [ClientSecretsModule, ClockModule, LogModule, WakesModule],
  controllers: [ListenersController],
  providers: [ListenerDeliveries, ListenersService, ListenerStore],
  exports: [ListenersService],
})
export class ListenersModule {}
