import { startNats } from '../../../deploy/local/nats.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** A nats-server for a suite that kills it; all others use TEST_NATS_URL. */
export function privateNats(): Promise<PrivateServer> {
  return privateServer('nats', (dataDir, port) => startNats({ dataDir, ...(port === undefined ? {} : { port }) }));
}
