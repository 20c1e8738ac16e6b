// A replica with a relay, for relay.spec.ts: a process of its own, which the spec can kill and freeze, or a part of the
// spec's process.
import { OutboxStore } from '../src/facts/outbox.store.js';
import { Relay } from '../src/facts/relay.js';
import { RelayStateStore } from '../src/facts/publish/relay-state.store.js';
import { startReplica, type Replica } from './lease-holder.js';

export async function startRelay(databaseUrl: string, natsUrl: string): Promise<Replica> {
  const replica = await startReplica(databaseUrl, natsUrl);
  const { leases, transactions, nats } = replica;
  const relay = new Relay(leases, nats, new RelayStateStore(transactions), new OutboxStore(transactions, nats));
  relay.onApplicationBootstrap();
  return replica;
}

if (import.meta.main) {
  const [, , databaseUrl = '', natsUrl = ''] = process.argv;
  await startRelay(databaseUrl, natsUrl);
}
