import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Bus } from './calls/bus.js';
import { Idempotency } from './calls/idempotency/idempotency.js';
import { IdempotencyStore } from './calls/idempotency/idempotency.store.js';
import { ReadNotes } from './calls/read-notes.js';
import { DeadLetterStore } from './facts/dead-letter.store.js';
import { DeadLetters } from './facts/dead-letters.js';
import { FactEraser } from './facts/fact-eraser.js';
import { OutboxRelay } from './facts/outbox-relay.js';
import { Outbox } from './facts/outbox.js';
import { OutboxStore } from './facts/outbox.store.js';
import { RelayStateStore } from './facts/publish/relay-state.store.js';
import { ErasedFactStore } from './facts/reconcile/erased-fact.store.js';
import { FactRecords } from './facts/reconcile/fact-records.js';
import { HandledStore } from './facts/reconcile/handled.store.js';
import { OutboxRecordsStore } from './facts/reconcile/outbox-records.store.js';
import { NatsServer } from './nats-server.js';
import { Nats, type NatsSettings } from './nats.js';
import { InboxStore } from './storage/inbox.store.js';
import { LeaseStore } from './storage/lease.store.js';
import { Leases } from './storage/leases.js';
import { Transactions } from './storage/transactions.js';
import type { TraceSettings } from './tracing/span.js';
import { Tracing } from './tracing/tracing.js';

@Global()
@Module({})
export class MessagingModule {
  /** For the gateway, which only calls. */
  static callerOnly(settings: NatsSettings, traces: TraceSettings | undefined): DynamicModule {
    const providers = [natsProvider(settings), tracingProvider(traces), Bus];
    return { module: MessagingModule, providers, exports: [Nats, Tracing, Bus] };
  }

  /** For a service with a database, which answers calls, publishes facts and handles them. */
  static service(settings: NatsSettings, traces: TraceSettings | undefined): DynamicModule {
    return {
      module: MessagingModule,
      providers: [
        natsProvider(settings),
        tracingProvider(traces),
        Bus,
        Transactions,
        OutboxStore,
        RelayStateStore,
        {
          provide: OutboxRelay,
          useFactory: (leases: Leases, nats: Nats, state: RelayStateStore, outbox: OutboxStore) =>
            new OutboxRelay(leases, nats, state, outbox),
          inject: [Leases, Nats, RelayStateStore, OutboxStore],
        },
        Outbox,
        InboxStore,
        IdempotencyStore,
        Idempotency,
        ReadNotes,
        DeadLetterStore,
        DeadLetters,
        FactEraser,
        ErasedFactStore,
        HandledStore,
        OutboxRecordsStore,
        FactRecords,
        LeaseStore,
        Leases,
        NatsServer,
      ],
      exports: [
        Nats,
        Tracing,
        Bus,
        Transactions,
        Outbox,
        OutboxStore,
        RelayStateStore,
        DeadLetters,
        Idempotency,
        InboxStore,
        Leases,
        NatsServer,
        FactEraser,
        ErasedFactStore,
        FactRecords,
      ],
    };
  }
}

const natsProvider = (settings: NatsSettings) => ({ provide: Nats, useFactory: () => new Nats(settings) });
const tracingProvider = (settings: TraceSettings | undefined) => ({
  provide: Tracing,
  useFactory: () => Tracing.open(settings),
});
