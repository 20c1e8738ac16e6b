import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus } from './bus.js';
import { DeadLetters } from './dead-letters.js';
import { FactEraser } from './fact-eraser.js';
import { Housekeeping } from './housekeeping.js';
import { Idempotency } from './idempotency.js';
import { Nats, type NatsSettings } from './nats.js';
import { NatsServer } from './nats-server.js';
import { Outbox } from './outbox.js';
import { OutboxTable } from './outbox-table.js';
import { Relay } from './relay.js';
import { Transactions } from './transactions.js';

@Global()
@Module({})
export class MessagingModule {
  /** For those that only ask: the gateway. */
  static asker(settings: NatsSettings): DynamicModule {
    return { module: MessagingModule, providers: [natsProvider(settings), Bus], exports: [Nats, Bus] };
  }

  /** For services with a database: they answer calls, publish facts and act on them. */
  static service(settings: NatsSettings): DynamicModule {
    return {
      module: MessagingModule,
      providers: [
        natsProvider(settings),
        Bus,
        Transactions,
        OutboxTable,
        {
          provide: Relay,
          useFactory: (database: DataSource, nats: Nats, outbox: OutboxTable) => new Relay(database, nats, outbox),
          inject: [DataSource, Nats, OutboxTable],
        },
        Outbox,
        Idempotency,
        DeadLetters,
        FactEraser,
        Housekeeping,
        NatsServer,
      ],
      exports: [Nats, Bus, Transactions, Outbox, NatsServer, FactEraser],
    };
  }
}

const natsProvider = (settings: NatsSettings) => ({ provide: Nats, useFactory: () => new Nats(settings) });
