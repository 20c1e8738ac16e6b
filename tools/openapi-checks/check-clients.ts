// `npm run check-clients` lints the documents of a private stack by the recommended rules of redocly and spectral,
// generates three clients from them, compiles these, and calls the stack with each. It works in `.tools/`, where it
// installs its packages apart from all others.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import { root } from '../bench/built.ts';
import { withPrivateStack } from '../bench/private-stack.ts';

const source = import.meta.dirname;
const here = join(root, '.tools/openapi-checks');
const generated = join(here, 'generated');
const documents = ['openapi.json', 'asyncapi.json'];
const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    giveUp.abort();
  });
}

const failed: string[] = [];
install();
await withPrivateStack({ LOG_LEVEL: 'warn' }, giveUp.signal, check);
console.log(failed.length === 0 ? '\npassed' : `\nFAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Copies this folder, and installs the packages of its lock file once. */
function install(): void {
  const [lock, stamp] = [join(source, 'package-lock.json'), join(here, 'node_modules/.installed-lock')];
  const wanted = readFileSync(lock, 'utf8');
  rmSync(join(here, 'clients'), { recursive: true, force: true });
  cpSync(source, here, { recursive: true });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the packages of tools/openapi-checks could not be installed');
  writeFileSync(stamp, wanted);
}

async function check(stack: Stack): Promise<void> {
  const { base_url: url, admin } = stack.describe();
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  for (const name of documents) {
    const answer = await fetch(`${url}/${name}`);
    writeFileSync(join(generated, name), await answer.text());
  }
  const paths = documents.map((name) => join('generated', name));
  await step('redocly', 'redocly', 'lint', ...paths, '--config', 'redocly.yaml');
  await step('spectral', 'spectral', 'lint', ...paths, '--ruleset', '.spectral.yaml', '--fail-severity', 'warn');
  const clients = join(here, 'clients');
  await node(
    'openapi-typescript',
    join(clients, 'generate-types.mjs'),
    '../generated/openapi.json',
    '../generated/openapi-typescript.ts',
  );
  await step(
    'hey-api',
    'openapi-ts',
    '--input',
    './generated/openapi.json',
    '--output',
    'generated/hey-api',
    '--silent',
  );
  await step('orval', 'orval', '--config', 'clients/orval.config.mjs');
  await step('the clients compile', 'tsc', '-p', 'clients');
  // A package.json above this folder makes its modules ES modules.
  writeFileSync(join(generated, 'compiled/package.json'), '{"type":"commonjs"}');
  const token = await tokenOf(url, admin);
  await node('the clients call', join(generated, 'compiled/clients/try-clients.js'), url, token);
}

function step(what: string, program: string, ...args: string[]): Promise<void> {
  return run(what, join(here, 'node_modules/.bin', program), args);
}

function node(what: string, ...args: string[]): Promise<void> {
  return run(what, process.execPath, args);
}

async function run(what: string, command: string, args: string[]): Promise<void> {
  const begun = performance.now();
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1' };
  const [status] = (await once(spawn(command, args, { cwd: here, stdio: 'inherit', env }), 'exit')) as [number | null];
  console.log(`${status === 0 ? '✔' : '✘'} ${what} (${Math.round((performance.now() - begun) / 1_000)} s)`);
  if (status !== 0) failed.push(what);
}

async function tokenOf(url: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`no token: ${answer.status}`);
  return access_token;
}
