import { startNats } from '../../local-stack/src/nats/nats.ts';
import type { NatsUser } from '../../local-stack/src/nats/nats-users.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** A nats-server for one suite; lets everybody in unless there are users. Specs of one lib may use TEST_NATS_URL instead. */
export function privateNats(users?: NatsUser[]): Promise<PrivateServer> {
  return privateServer('nats', (dataDir, port) =>
    startNats({ dataDir, ...(users ? { users } : {}), ...(port === undefined ? {} : { port }) }),
  );
}
