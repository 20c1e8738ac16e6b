// `npm run check-sdk` builds the package of the sdk, lets publint, arethetypeswrong and size-limit judge it, and calls a private
// stack with it from Node (this one and npm's own), Deno, Bun and workerd, at last while its gateway is killed. Its packages are in this folder, apart from all others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';
import { withPrivateStack } from '../bench/private-stack.ts';
import { buildPackage, packageFolder } from './build-package.ts';
import { killGateway } from './kill-gateway.ts';

const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const failed: string[] = [];
const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    giveUp.abort();
  });
}

buildPackage();
await run('publint', [
  process.execPath,
  join(modules, 'publint/src/cli.js'),
  packageFolder,
  '--strict',
  '--pack',
  'npm',
]);
const attw = join(modules, '@arethetypeswrong/cli/dist/index.js');
await run('are the types wrong', [process.execPath, attw, '--pack', packageFolder, '--profile', 'esm-only']);
await run('size limit', [process.execPath, join(modules, 'size-limit/bin.js')]);
copyFileSync(join(here, 'journey.mjs'), join(packageFolder, 'journey.mjs'));
await withPrivateStack({ LOG_LEVEL: 'warn' }, giveUp.signal, async (stack) => {
  const { base_url, client } = stack.describe();
  const env = { CES_URL: base_url, CES_CLIENT: client.id, CES_SECRET: client.secret };
  const journey = join(packageFolder, 'journey.mjs');
  await run(`node ${process.version}`, [process.execPath, journey], env);
  const theirs = process.env['npm_node_execpath'];
  if (theirs !== undefined) await run("npm's node", [theirs, journey], env);
  await run(
    'deno',
    [join(modules, '@deno/linux-x64-glibc/deno'), 'run', '--allow-net', '--allow-env', '--allow-read', journey],
    env,
  );
  await run('bun', [join(modules, '@oven/bun-linux-x64-baseline/bin/bun'), journey], env);
  await inWorkerd(env);
  const begun = performance.now();
  const outcome = await killGateway(stack).catch((error: unknown) => error);
  console.log(outcome);
  report('the gateway is killed', typeof outcome === 'string', begun);
});
console.log(failed.length === 0 ? '\npassed' : `\nFAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(what: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const begun = performance.now();
  const quiet = { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
  const child = spawn(command, args, { cwd: here, stdio: 'inherit', env: { ...process.env, ...quiet, ...env } });
  const [status] = (await Promise.race([once(child, 'exit'), once(child, 'error')])) as [number | Error | null];
  report(what, status === 0, begun);
}

function report(what: string, isRight: boolean, begun: number): void {
  console.log(`${isRight ? '✔' : '✘'} ${what} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  if (!isRight) failed.push(what);
}

/** The worker goes the same journey when it is asked, and answers what it has seen. */
async function inWorkerd(env: Record<string, string>): Promise<void> {
  const begun = performance.now();
  const port = await freePort();
  const esbuild = join(modules, 'esbuild/bin/esbuild');
  const worker = join(packageFolder, 'worker.mjs');
  await run('bundle for workerd', [
    process.execPath,
    esbuild,
    join(here, 'worker.mjs'),
    '--bundle',
    '--format=esm',
    `--outfile=${worker}`,
  ]);
  writeFileSync(join(packageFolder, 'workerd.capnp'), configOf(port, env));
  const workerd = join(modules, '@cloudflare/workerd-linux-64/bin/workerd');
  const child = spawn(workerd, ['serve', 'workerd.capnp'], { cwd: packageFolder, stdio: 'inherit' });
  try {
    const answer = await askUntilItRuns(`http://127.0.0.1:${port}/`);
    const text = await answer.text();
    console.log(text);
    report('workerd', answer.ok, begun);
  } finally {
    child.kill();
  }
}

async function askUntilItRuns(url: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url);
    } catch (error) {
      if (tries > 100) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function configOf(port: number, env: Record<string, string>): string {
  const bindings = Object.entries(env).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-01-01",
  bindings = [${bindings.join(', ')}],
);
`;
}
