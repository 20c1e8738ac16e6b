import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackage } from '../../libs/local-stack/src/processes/find-package.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';
import { runNode } from '../../libs/local-stack/src/processes/run-command.ts';
import { startStack, type Stack, type StackOptions } from '../../libs/local-stack/src/stack.ts';
import { root } from './built.ts';

/** Variables that must not reach the stack, which has its own port. */
const notOurs = ['HOST', 'PUBLIC_URL', 'NODE_OPTIONS'];

/** Builds and runs the stack of `npm start`, equally durable, and always removes its data afterwards. */
export async function withPrivateStack<T>(
  settings: NodeJS.ProcessEnv,
  signal: AbortSignal,
  work: (stack: Stack) => Promise<T>,
  options: Pick<StackOptions, 'postgresSettings'> = {},
): Promise<T> {
  const inherited = Object.entries(process.env).filter(([name]) => !notOurs.includes(name));
  const dataDir = mkdtempSync(join(tmpdir(), 'ces-bench-'));
  chmodSync(dataDir, 0o711); // PostgreSQL runs under another account when we are root
  try {
    const stack = await startStack({
      root,
      dataDir,
      port: await freePort(),
      log: (line) => {
        console.error(line);
      },
      env: { ...Object.fromEntries(inherited), ...settings },
      // Two builds at the same time take each other's files away.
      prepare: process.env['ALREADY_BUILT'] === 'true' ? () => Promise.resolve() : build,
      signal,
      ...options,
    });
    try {
      return await work(stack);
    } finally {
      await stack.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Takes a second if nothing has changed. */
async function build(logsDir: string, signal: AbortSignal): Promise<void> {
  const nx = findPackage('nx') ?? '';
  const { bin } = JSON.parse(readFileSync(join(nx, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  const logFile = join(logsDir, 'build.log');
  writeFileSync(logFile, '');
  await runNode({
    what: 'the build',
    args: [join(nx, bin['nx'] ?? ''), 'run-many', '-t', 'build'],
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
    logFile,
    signal,
  });
}
