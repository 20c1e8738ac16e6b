import { Module } from '@nestjs/common';
import { ClockModule } from '../clock.js';
import { WakesModule } from '../delivery/wakes.module.js';
import { ClientSecrets } from './client-secrets.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [ClockModule, WakesModule],
  controllers: [ClientsController],
  providers: [ClientSecrets, ClientsService],
  exports: [ClientSecrets, ClientsService],
})
export class ClientsModule {}
