import { Module } from '@nestjs/common';
import { ClientsModule } from '../client-secrets/client-secrets.module.js';
import { ClockModule } from '../clock/clock.service.js';
import { LogModule } from '../log/log.module.js';
import { Disabler } from './record/give-up.service.js';
import { Dispatcher } from './claim/dispatcher.service.js';
import { Outbound } from '../requests/outbound.service.js';
import { QueueService } from './claim/claim.store.js';
import { Settlements } from './record/record.store.js';
import { Targets } from '../subscriptions/targets.service.js';
import { WakesModule } from '../wakes/wakes.module.js';

@Module({
  imports: [ClientsModule, ClockModule, LogModule, WakesModule],
  providers: [Disabler, Dispatcher, Outbound, QueueService, Settlements, Targets],
  exports: [Disabler, Outbound, Targets, WakesModule],
})
export class DeliveryModule {}
