// PostgreSQL as Compose starts it, with the roles and databases that init.sh makes for its service `databases`.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningServer } from '../../libs/local-stack/src/processes/child-process.ts';
import { startPostgres } from '../../libs/local-stack/src/postgres/postgres.ts';
import type { Service } from '../read-compose.ts';

/** Keeps its data in `tree`. */
export async function startComposePostgres(
  { command = [], environment = {} }: Service,
  root: string,
  tree: string,
): Promise<RunningServer> {
  const own = join(tree, 'postgres');
  mkdirSync(own);
  chmodSync(tree, 0o711); // PostgreSQL runs under another account when we are root
  const password = environment['PGPASSWORD'] ?? '';
  const server = await startPostgres({ dataDir: join(own, 'data'), durable: false, password });
  const psql = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'deploy/postgres/psql.ts')}' "$@"\n`;
  writeFileSync(join(own, 'psql'), psql, { mode: 0o755 });
  const PATH = `${own}:${process.env['PATH'] ?? ''}`;
  const env = { ...environment, PATH, PGHOST: '127.0.0.1', PGPORT: String(server.port) };
  await promisify(execFile)('sh', [join(root, 'deploy/postgres/init.sh'), ...command], { env });
  return server;
}
