// `npm start`: builds, starts everything under .local/ and keeps it running until Ctrl-C.
import { join, resolve } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { findPackage } from '../../libs/local-stack/src/processes/find-package.ts';
import { runNode } from '../../libs/local-stack/src/processes/run-command.ts';
import { makeDemoData, type DemoData } from '../../libs/local-stack/src/demo/demo-data.ts';
import type { StackFile } from '../../libs/local-stack/src/stack-file.ts';
import { startStack, type Stack } from '../../libs/local-stack/src/stack.ts';

const root = resolve(import.meta.dirname, '../..');
const giveUp = new AbortController();
let stack: Stack | undefined;

/** Ctrl-C arrives twice: from the terminal, and from npm. */
const ECHO_MS = 500;
let asked = 0;

watchSignals();
await main();

async function main(): Promise<void> {
  try {
    stack = await startStack({
      root,
      dataDir: resolve(root, process.env['CES_DATA_DIR'] ?? '.local'),
      port: chosenPort(process.env['PORT']),
      log: (line) => {
        console.warn(line);
      },
      prepare: build,
      furnish,
      signal: giveUp.signal,
    });
  } catch (error) {
    if (giveUp.signal.aborted) process.exit(0);
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (giveUp.signal.aborted) await end(stack);
  announce(stack);
}

function chosenPort(text = '3000'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT=${text} is not a port. Choose one between 1 and 65535: PORT=3000 npm start`);
}

async function build(logsDir: string, signal: AbortSignal): Promise<void> {
  console.log('Building and starting …');
  const nx = findPackage('nx') ?? '';
  const { bin } = JSON.parse(readFileSync(join(nx, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  const logFile = join(logsDir, 'build.log');
  writeFileSync(logFile, '');
  const args = [join(nx, bin['nx'] ?? ''), 'run-many', '-t', 'build'];
  await runNode({
    what: 'the build',
    args,
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
    logFile,
    signal,
  });
}

/** The stack works without demo data, so a failure is only a warning. */
async function furnish(described: StackFile, gateway: string): Promise<DemoData | undefined> {
  try {
    return await makeDemoData({ ...described, gateway });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`The demo data of the guides are not complete: ${reason}`);
    return undefined;
  }
}

function announce(running: Stack): void {
  const { base_url, docs_url, mail_url, client, admin, user, operator, console_url } = running.describe();
  console.log(`
The Customer Engagement Service is running.

  API       ${base_url}
  Docs      ${docs_url}
  Mails     ${mail_url}
  Console   ${console_url}
  Client    ${client.id}  secret ${client.secret}
  Admin     ${admin.id}  secret ${admin.secret}
  User      ${user.username}  password ${user.password}
  Operator  ${operator.email}  password ${operator.password}
  Logs      ${running.logsDir}
  All this  ${running.stackFile}
  Guides    docs/guides/README.md

Ctrl-C stops it; the data stays.`);
}

/** Signals come from the terminal or from npm. npm may also be killed, and then sends none. */
function watchSignals(): void {
  process.on('SIGINT', stopOrAbort);
  process.on('SIGTERM', stopOrAbort);
  process.on('SIGHUP', stopOrAbort);
  const parent = process.ppid;
  const orphaned = (): void => {
    if (process.ppid !== parent && !giveUp.signal.aborted) stopOrAbort();
  };
  if (process.env['npm_lifecycle_event']) setInterval(orphaned, 300).unref();
}

function stopOrAbort(): void {
  if (Date.now() - asked < ECHO_MS) return;
  asked = Date.now();
  if (giveUp.signal.aborted) {
    stack?.abort();
    process.exit(1);
  }
  giveUp.abort();
  console.log('Stopping … (again to end at once)');
  if (stack) void end(stack);
}

async function end(running: Stack): Promise<void> {
  await running.stop();
  process.exit(0);
}
