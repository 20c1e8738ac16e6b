import { Relay } from '@ces/messaging/facts/relay';
import { RelayStateStore } from '@ces/messaging/facts/publish/relay-state.store';
import { Nats } from '@ces/messaging/nats';
import { FactRecords } from '@ces/messaging/facts/reconcile/fact-records';
import { Leases } from '@ces/messaging/storage/leases';
import { Module } from '@nestjs/common';
import { EventLogStore } from './event-log.store.js';
import { LogFactsStore } from './log-facts.store.js';
import { LogRecordsStore } from './log-records.store.js';
import { LogRetentionService } from './log-retention.service.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';
import { PastEventsService } from './past-events.service.js';
import { PastEventsStore } from './past-events.store.js';

@Module({
  controllers: [LogController],
  providers: [
    EventLogStore,
    LogFactsStore,
    LogRecordsStore,
    LogRetentionService,
    LogService,
    PastEventsService,
    PastEventsStore,
    {
      provide: Relay,
      useFactory: (
        leases: Leases,
        nats: Nats,
        state: RelayStateStore,
        facts: LogFactsStore,
        records: FactRecords,
        recorded: LogRecordsStore,
      ): Relay => {
        const relay = new Relay(leases, nats, state, facts);
        records.add(recorded, relay);
        return relay;
      },
      inject: [Leases, Nats, RelayStateStore, LogFactsStore, FactRecords, LogRecordsStore],
    },
  ],
  exports: [LogService, Relay],
})
export class LogModule {}
