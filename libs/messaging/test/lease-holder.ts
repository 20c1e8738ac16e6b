// A replica for leases.spec.ts: a process of its own, which the spec can kill and freeze, or a part of the spec's process.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Nats } from '../src/nats.js';
import { LeaseStore } from '../src/storage/lease.store.js';
import { Leases, type LeasedWork } from '../src/storage/leases.js';
import { Transactions } from '../src/storage/transactions.js';

export interface Replica {
  leases: Leases;
  transactions: Transactions;
  nats: Nats;
  stop(): Promise<void>;
}

export async function startReplica(databaseUrl: string, natsUrl: string): Promise<Replica> {
  // As in a service: without a limit, a process that is frozen before its commit keeps its lease locked for ever.
  const extra = { max: 4, options: '-c idle_in_transaction_session_timeout=15s' };
  const database = await new DataSource({ type: 'postgres', url: databaseUrl, extra }).initialize();
  const nats = new Nats({ url: natsUrl, namespace: 'spec', replicas: 1, service: 'spec' });
  const transactions = new Transactions(database);
  const leases = new Leases(new LeaseStore(database, transactions), nats);
  const stop = async (): Promise<void> => {
    await leases.beforeApplicationShutdown();
    await nats.onApplicationShutdown();
    await database.destroy();
  };
  return { leases, transactions, nats, stop };
}

export function takeTurns(transactions: Transactions, holder: string): LeasedWork {
  return async (lost) => {
    while (!lost.aborted) {
      await transactions.run(() => transactions.open.query('INSERT INTO turn (holder) VALUES ($1)', [holder]));
      await sleep(50);
    }
  };
}

if (import.meta.main) {
  const [, , databaseUrl = '', natsUrl = ''] = process.argv;
  const { leases, transactions } = await startReplica(databaseUrl, natsUrl);
  leases.hold('turns', takeTurns(transactions, 'process'));
}
