import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startChild } from '../../../libs/local-stack/src/processes/child-process.ts';
import { createDatabases } from '../../../libs/local-stack/src/postgres/databases.ts';
import { freePort } from '../../../libs/local-stack/src/processes/free-port.ts';
import { runNode } from '../../../libs/local-stack/src/processes/run-command.ts';
import { startStack, type Stack } from '../../../libs/local-stack/src/stack.ts';
import { supervise, type SupervisedPart } from '../../../libs/local-stack/src/processes/supervise.ts';
import { waitUntilReady } from '../../../libs/local-stack/src/processes/wait-until-ready.ts';
import { buildCopy } from './build-copy.ts';
import { startReplica, type DatabaseApp, type Replica, type Surroundings } from './start-replica.ts';

export interface World {
  readonly dir: string;
  readonly build: string;
  readonly stack: Stack;
  /** Takes the names of the stack's parts, and `consumer`. */
  part(name: string): SupervisedPart;
  startReplica(app: DatabaseApp): Promise<Replica>;
  /** With the credentials of the superuser. */
  database(name: string): string;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');

export function makeDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ces-faults-'));
  chmodSync(dir, 0o711); // PostgreSQL runs under another account when we are root
  return dir;
}

export async function startWorld(dir: string, signal: AbortSignal): Promise<World> {
  const build = await buildCopy(root, dir, signal);
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const happenings = join(dir, 'happenings.log');
  writeFileSync(happenings, '');
  const log = (line: string): void => {
    writeFileSync(happenings, `${new Date().toISOString()} ${line}\n`, { flag: 'a' });
  };
  // Shortens the leases of killed processes, and so the run.
  const own = { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn', WEBHOOK_TIMEOUT_SECONDS: '2' };
  const env = { ...process.env, ...own };
  const stack = await startStack({ root: build, dataDir, port: await freePort(), log, env, signal });
  try {
    const consumer = await startConsumer({ build, stack, env, signal, log });
    return {
      dir,
      build,
      stack,
      startReplica: (app) => startReplica(app, { build, stack, env, signal, log }),
      part: (name) => (name === 'consumer' ? consumer : stack.part(name)),
      database: (name) => databaseUrl(stack, name),
      stop: async () => {
        await consumer.stop();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function startConsumer({ build, stack, env, signal, log }: Surroundings): Promise<SupervisedPart> {
  const logFile = join(stack.logsDir, 'consumer.log');
  const script = resolve(import.meta.dirname, '../consumer.ts');
  const password = randomBytes(16).toString('hex');
  const databases = await createDatabases(stack.privateUrls.postgres, { faults: password });
  const port = await freePort();
  const own = {
    ...env,
    FAULTS_BUILD: build,
    PORT: String(port),
    HOST: '127.0.0.1',
    NATS_URL: stack.privateUrls.nats,
    DATABASE_URL: databases['faults']?.owner,
  };
  await runNode({ what: 'consumer migrate', args: [script, 'migrate'], cwd: root, env: own, logFile, signal });
  const start = () => startChild(process.execPath, [script], { cwd: root, env: own, logFile, deathSignal: 'SIGKILL' });
  const part = await supervise(
    { name: 'consumer', stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start },
    { changed: () => undefined, warn: log },
  );
  await waitUntilReady([{ part, url: `http://127.0.0.1:${port}`, logFile }], signal);
  return part;
}

function databaseUrl(stack: Stack, name: string): string {
  const url = new URL(stack.privateUrls.postgres);
  url.pathname = `/${name}`;
  return url.href;
}
