import { startPostgres } from '../../../local-stack/src/postgres/postgres.ts';
import { privateServer, type PrivateServer } from './private-server.ts';

/** For a suite that kills PostgreSQL: durable as in production. Other suites use privateDatabase(). */
export function privatePostgres(): Promise<PrivateServer> {
  return privateServer('postgres', (dataDir, port) =>
    startPostgres({ dataDir, durable: true, ...(port === undefined ? {} : { port }) }),
  );
}
