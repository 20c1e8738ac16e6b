// A replica with a relay, for relay.spec.ts: a process of its own, which the spec can kill and freeze, or a part of the
// spec's process.
import { OutboxStore } from '../src/facts/outbox.store.js';
import { Relay } from '../src/facts/relay.js';
import { RelayStateStore } from '../src/facts/publish/relay-state.store.js';
import { startReplica, type Replica } from './lease-holder.js';

export interface RelayReplica extends Replica {
  relay: Relay;
  outbox: OutboxStore;
}

export async function startRelay(databaseUrl: string, natsUrl: string): Promise<RelayReplica> {
  const replica = await startReplica(databaseUrl, natsUrl);
  const { leases, transactions, nats } = replica;
  const outbox = new OutboxStore(transactions, nats);
  const relay = new Relay(leases, nats, new RelayStateStore(transactions), outbox);
  relay.onApplicationBootstrap();
  const stop = (): Promise<void> => {
    relay.onApplicationShutdown();
    return replica.stop();
  };
  return { ...replica, relay, outbox, stop };
}

if (import.meta.main) {
  const [, , databaseUrl = '', natsUrl = ''] = process.argv;
  await startRelay(databaseUrl, natsUrl);
}
