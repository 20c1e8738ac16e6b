import { startPostgres } from '../../../local-stack/src/postgres/postgres.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** Starts a PostgreSQL for a suite that kills it, durable as in production. Other suites use privateDatabase(). */
export function privatePostgres(): Promise<PrivateServer> {
  return privateServer('postgres', (dataDir, port) =>
    startPostgres({ dataDir, durable: true, ...(port === undefined ? {} : { port }) }),
  );
}
