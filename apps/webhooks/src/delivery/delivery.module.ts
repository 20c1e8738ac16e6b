import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { Clock } from '../clock.js';
import { LogModule } from '../log/log.module.js';
import { Disabler } from './disabler.js';
import { Dispatcher } from './dispatcher.js';
import { Outbound } from './outbound.js';
import { QueueService } from './queue.service.js';
import { Settlements } from './settlements.js';
import { Targets } from './targets.js';
import { Wakes } from './wakes.js';

@Module({
  imports: [ClientsModule, LogModule],
  providers: [Clock, Disabler, Dispatcher, Outbound, QueueService, Settlements, Targets, Wakes],
  exports: [Disabler, Outbound, Targets, Wakes],
})
export class DeliveryModule {}
