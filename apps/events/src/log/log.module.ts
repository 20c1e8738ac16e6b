import { Relay } from '@ces/messaging/facts/relay';
import { Nats } from '@ces/messaging/nats';
import { FactRecords } from '@ces/messaging/facts/reconcile/fact-records';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventLogStore } from './event-log.store.js';
import { LogFactsStore } from './log-facts.store.js';
import { LogRecordsStore } from './log-records.store.js';
import { LogRetentionService } from './log-retention.service.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';

@Module({
  controllers: [LogController],
  providers: [
    EventLogStore,
    LogFactsStore,
    LogRecordsStore,
    LogRetentionService,
    LogService,
    {
      provide: Relay,
      useFactory: (
        database: DataSource,
        nats: Nats,
        facts: LogFactsStore,
        records: FactRecords,
        recorded: LogRecordsStore,
      ): Relay => {
        const relay = new Relay(database, nats, facts);
        records.add(recorded, relay);
        return relay;
      },
      inject: [DataSource, Nats, LogFactsStore, FactRecords, LogRecordsStore],
    },
  ],
  exports: [LogService, Relay],
})
export class LogModule {}
