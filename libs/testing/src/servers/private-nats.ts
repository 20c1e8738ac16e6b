import { startNats } from '../../../local-stack/src/nats/nats.ts';
import type { NatsUser } from '../../../local-stack/src/nats/nats-users.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** Clients need no credentials unless `users` are given. */
export function privateNats(users?: NatsUser[]): Promise<PrivateServer> {
  return privateServer('nats', (dataDir, port) =>
    startNats({ dataDir, ...(users ? { users } : {}), ...(port === undefined ? {} : { port }) }),
  );
}
