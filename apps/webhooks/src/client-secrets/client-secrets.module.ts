import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.service.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { ClientSecrets } from './client-secrets.service.js';
import { ClientsController } from './client-secrets.controller.js';
import { ClientsService } from '../subscriptions/clients.service.js';

@Module({
  imports: [ClockModule, WakesModule],
  controllers: [ClientsController],
  providers: [ClientSecrets, ClientsService],
  exports: [ClientSecrets, ClientsService],
})
export class ClientsModule {}
