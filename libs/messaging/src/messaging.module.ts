import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus } from './calls/bus.js';
import { DeadLetters } from './facts/dead-letters.js';
import { FactEraser } from './facts/fact-eraser.js';
import { Leases } from './storage/leases.js';
import { LeaseStore } from './storage/lease.store.js';
import { Idempotency } from './calls/idempotency.js';
import { Nats, type NatsSettings } from './nats.js';
import { NatsServer } from './nats-server.js';
import { Outbox } from './facts/outbox.js';
import { InboxStore } from './storage/inbox.store.js';
import { OutboxStore } from './storage/outbox.store.js';
import { Relay } from './facts/relay.js';
import { Transactions } from './storage/transactions.js';

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
        OutboxStore,
        InboxStore,
        {
          provide: Relay,
          useFactory: (database: DataSource, nats: Nats, outbox: OutboxStore) => new Relay(database, nats, outbox),
          inject: [DataSource, Nats, OutboxStore],
        },
        Outbox,
        Idempotency,
        DeadLetters,
        FactEraser,
        LeaseStore,
        Leases,
        NatsServer,
      ],
      exports: [Nats, Bus, Transactions, Outbox, OutboxStore, Idempotency, InboxStore, Leases, NatsServer, FactEraser],
    };
  }
}

const natsProvider = (settings: NatsSettings) => ({ provide: Nats, useFactory: () => new Nats(settings) });
