import { Relay } from '@ces/messaging/facts/relay';
import { RelayStateStore } from '@ces/messaging/facts/publish/relay-state.store';
import { Nats } from '@ces/messaging/nats';
import { Leases } from '@ces/messaging/storage/leases';
import { Module } from '@nestjs/common';
import { EventLogStore } from './event-log.store.js';
import { LogFactsStore } from './log-facts.store.js';
import { LogRetentionService } from './log-retention.service.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';

@Module({
  controllers: [LogController],
  providers: [
    EventLogStore,
    LogFactsStore,
    LogRetentionService,
    LogService,
    {
      provide: Relay,
      useFactory: (leases: Leases, nats: Nats, state: RelayStateStore, facts: LogFactsStore) =>
        new Relay(leases, nats, state, facts),
      inject: [Leases, Nats, RelayStateStore, LogFactsStore],
    },
  ],
  exports: [LogService, Relay],
})
export class LogModule {}
