import { Relay } from '@ces/messaging/facts/relay';
import { Nats } from '@ces/messaging/nats';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
      useFactory: (database: DataSource, nats: Nats, facts: LogFactsStore) => new Relay(database, nats, facts),
      inject: [DataSource, Nats, LogFactsStore],
    },
  ],
  exports: [LogService, Relay],
})
export class LogModule {}
