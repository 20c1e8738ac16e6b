import { startNats } from '../../../local-stack/src/nats/nats.ts';
import type { NatsUser } from '../../../local-stack/src/nats/nats-users.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** Clients need no credentials unless `users` are given. */
export function privateNats(users?: NatsUser[], options?: { clusterName: string }): Promise<PrivateServer> {
  return privateServer('nats', (dataDir, port) =>
    startNats({ dataDir, ...options, ...(users ? { users } : {}), ...(port === undefined ? {} : { port }) }),
  );
}

/** A part of a split network: a server of a cluster that has lost all others. */
export function partedNats(users?: NatsUser[]): Promise<PrivateServer> {
  return privateNats(users, { clusterName: 'parted' });
}
