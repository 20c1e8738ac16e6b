// Starts one PostgreSQL and one NATS for a whole jest run. They end with it, even when it is killed.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startNats } from '../../../local-stack/src/nats/nats.ts';
import { startPostgres } from '../../../local-stack/src/postgres/postgres.ts';
import { builtServices } from './built-services.ts';
import { dataFolder } from './data-folder.ts';
import { PREFIX, removeLeftovers } from './leftovers.ts';
import { testRun } from './test-run.ts';

export default async function setUp({ nonFlagArgs }: { nonFlagArgs: string[] }): Promise<void> {
  // The id is part of the templates' names, so that a server that outlives the run does not serve old migrations.
  process.env['TEST_RUN_ID'] ??= process.pid.toString(36) + Date.now().toString(36);
  // Workers take the same folder, also when it has less room by then.
  const folder = (process.env['TEST_DATA_FOLDER'] ??= dataFolder());
  removeLeftovers();
  const dir = mkdtempSync(join(folder, `${PREFIX}${process.pid}-`));
  chmodSync(dir, 0o711); // PostgreSQL runs under another account when we are root
  testRun.dir = dir;
  await Promise.all([usePostgres(dir), useNats(dir), buildServices(nonFlagArgs.length === 0)]);
}

async function usePostgres(dir: string): Promise<void> {
  if (process.env['TEST_POSTGRES_URL']) return;
  testRun.postgres = await startPostgres({ dataDir: join(dir, 'postgres'), durable: false });
  process.env['TEST_POSTGRES_URL'] = testRun.postgres.url;
}

async function useNats(dir: string): Promise<void> {
  if (process.env['TEST_NATS_URL']) return;
  testRun.nats = await startNats({ dataDir: join(dir, 'nats') });
  process.env['TEST_NATS_URL'] = testRun.nats.url;
}

/** For specs that start services as processes. Together they save more by a bundle than it costs; a few do not. */
async function buildServices(all: boolean): Promise<void> {
  const root = resolve(import.meta.dirname, '../../../..');
  const projects = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((project) => `${folder}/${project}`),
  );
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
  await run('tools/build.mjs', `--to=${builtServices}`, ...projects);
  if (all && !existsSync(join(builtServices, 'services'))) await run('tools/bundle.mjs', builtServices);
}
