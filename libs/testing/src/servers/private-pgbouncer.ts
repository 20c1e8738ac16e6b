import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, startChild, stopChild } from '../../../local-stack/src/processes/child-process.ts';
import { systemAccount } from '../../../local-stack/src/postgres/postgres-home.ts';
import { freePort } from '../../../local-stack/src/processes/free-port.ts';
import { eventually } from '../eventually.js';
import { ask } from './replicated-postgres.js';

/** PgBouncer in transaction mode, before the PostgreSQL of the run. */
export interface PrivatePgBouncer {
  /** The address of a database behind the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** The variable PGBOUNCER names the program. Each database gets `sessions` sessions. */
export async function privatePgBouncer(sessions: number): Promise<PrivatePgBouncer> {
  const { PGBOUNCER: program = '', TEST_POSTGRES_URL = '' } = process.env;
  const server = new URL(TEST_POSTGRES_URL);
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  chmodSync(dir, 0o711); // PgBouncer runs under another account when we are root
  const port = await freePort();
  const settings = join(dir, 'pgbouncer.ini');
  writeFileSync(settings, settingsOf(server, port, sessions));
  const logFile = join(dir, 'pgbouncer.log');
  // PgBouncer refuses to run as root. Its own option for another account would clear the parent-death signal.
  const account = process.getuid?.() === 0 ? systemAccount() : {};
  const child = await startChild(program, [settings], { ...account, logFile, deathSignal: 'SIGKILL' });
  const through = (url: string): string => {
    const way = new URL(url);
    way.port = String(port);
    return way.href;
  };
  await eventually(() => ask(through(server.href), 'SELECT 1')).catch((error: unknown) => {
    throw new Error(`PgBouncer does not start:\n${lastLines(logFile)}`, { cause: error });
  });
  return {
    through,
    stop: async () => {
      await stopChild(child, 'SIGKILL');
      rmSync(dir, { recursive: true });
    },
  };
}

function settingsOf({ hostname, port, username }: URL, listenPort: number, sessions: number): string {
  return `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`;
}
