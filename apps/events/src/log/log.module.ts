import { Nats } from '@ces/messaging/nats';
import { Relay } from '@ces/messaging/facts/relay';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogController } from './log.controller.js';
import { LogFacts } from './log-facts.store.js';
import { LogPartitions } from './log-retention.service.js';
import { LogService } from './log.service.js';

@Module({
  controllers: [LogController],
  providers: [
    LogService,
    LogPartitions,
    LogFacts,
    {
      provide: Relay,
      useFactory: (database: DataSource, nats: Nats, facts: LogFacts) => new Relay(database, nats, facts),
      inject: [DataSource, Nats, LogFacts],
    },
  ],
  exports: [LogService, Relay],
})
export class LogModule {}
