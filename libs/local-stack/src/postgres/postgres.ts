import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  commandLine,
  hasExited,
  lastLines,
  startChild,
  stopChild,
  stopLeftover,
  type RunningServer,
} from '../processes/child-process.ts';
import { freePort } from '../processes/free-port.ts';
import { chosenPrograms, findPostgresHome, giveData, type PostgresHome } from './postgres-home.ts';

export interface PostgresOptions {
  /** The data directory. It is made if it is missing. Its parent must not be private to root. */
  dataDir: string;
  port?: number;
  /** False for tests, whose data may be lost with the machine. */
  durable: boolean;
  /** The password of the superuser `ces`, which a data directory keeps for good. Without one, the port needs no password. */
  password?: string;
  logFile?: string;
  /** They replace our settings. */
  settings?: Record<string, string>;
}

const SUPERUSER = 'ces';
const READY_MS = 60_000;

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off', // short statements only: compiling costs more than it saves
};
/** The kernel caches files, too. More of these buffers cost memory, and no gain was seen at 200 rewarded events a second. */
const DURABLE = { synchronous_commit: 'on', max_wal_size: '2GB', shared_buffers: '64MB' };
const FAST = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const home = findPostgresHome(options.dataDir);
  const logFile = options.logFile ?? `${options.dataDir}.log`;
  initialise(home, options.password);
  giveData(home);
  await clearLock(home);
  const port = options.port ?? (await freePort());
  const settings = {
    port: String(port),
    ...COMMON,
    ...(options.durable ? DURABLE : FAST),
    ...options.settings,
  };
  const args = ['-D', home.dataDir, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const url = `postgres://${SUPERUSER}${options.password ? `:${options.password}` : ''}@127.0.0.1:${port}/postgres`;

  const deadline = Date.now() + READY_MS;
  for (;;) {
    const child = await startChild(join(home.bin, 'postgres'), args, { ...run(home), logFile, deathSignal: 'SIGINT' });
    while (!hasExited(child) && Date.now() < deadline) {
      // SIGINT makes PostgreSQL disconnect all clients, write a checkpoint and end.
      if (await answers(url))
        return { url, port, pid: child.pid ?? 0, process: child, stop: () => stopChild(child, 'SIGINT') };
      await sleep(20);
    }
    await stopChild(child, 'SIGINT');
    // Sessions of a killed server hold its memory until they notice its death.
    const log = lastLines(logFile);
    if (!/shared memory block|lock file .* already exists/.test(log) || Date.now() >= deadline) {
      throw new Error(`PostgreSQL does not start on port ${port}; its last log lines (${logFile}):\n${log}`);
    }
    await sleep(200);
  }
}

function run(home: PostgresHome) {
  return {
    uid: home.uid,
    gid: home.gid,
    wrapper: home.wrapper,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
  };
}

/** Builds the data directory elsewhere and renames it, so that a killed run leaves nothing that looks like a database. */
function initialise(home: PostgresHome, password: string | undefined): void {
  if (existsSync(join(home.dataDir, 'PG_VERSION'))) return;
  const half = `${home.dataDir}.init`;
  const secret = `${home.dataDir}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  giveData(home, half);
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${secret}`];
  if (password !== undefined) {
    writeFileSync(secret, password, { mode: 0o600 });
    if (home.uid !== undefined && home.gid !== undefined) chownSync(secret, home.uid, home.gid);
  }
  // PostgreSQL before 17 has no locales of its own.
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale'];
  const locale = chosenPrograms ? ['--locale=C.UTF-8'] : builtin;
  const options = ['-D', half, '-U', SUPERUSER, '--encoding=UTF8', ...access, ...locale];
  const command = [...home.wrapper, join(home.bin, 'initdb'), ...options];
  const [file = '', ...args] = command;
  const ids = home.uid === undefined || home.gid === undefined ? {} : { uid: home.uid, gid: home.gid };
  const done = spawnSync(file, args, { cwd: '/', env: run(home).env, encoding: 'utf8', ...ids });
  rmSync(secret, { force: true });
  if (done.status !== 0) {
    throw new Error(`PostgreSQL's initdb failed: ${done.error?.message ?? ''}\n${done.stdout}\n${done.stderr}`);
  }
  rmSync(home.dataDir, { recursive: true, force: true });
  renameSync(half, home.dataDir);
}

/** Stops a server of an earlier run. Removes a lock that names another process, because PIDs are used again. */
async function clearLock(home: PostgresHome): Promise<void> {
  const file = join(home.dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  await stopLeftover(pid, home.dataDir, 'SIGINT');
  if (commandLine(pid) !== '') rmSync(file, { force: true });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined); // the server may end meanwhile
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
