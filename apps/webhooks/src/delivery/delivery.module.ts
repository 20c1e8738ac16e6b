import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ClockModule } from '../clock.js';
import { LogModule } from '../log/log.module.js';
import { Disabler } from './disabler.js';
import { Dispatcher } from './dispatcher.js';
import { Outbound } from './outbound.js';
import { QueueService } from './queue.service.js';
import { Settlements } from './settlements.js';
import { Targets } from './targets.js';
import { WakesModule } from './wakes.module.js';

@Module({
  imports: [ClientsModule, ClockModule, LogModule, WakesModule],
  providers: [Disabler, Dispatcher, Outbound, QueueService, Settlements, Targets],
  exports: [Disabler, Outbound, Targets, WakesModule],
})
export class DeliveryModule {}
