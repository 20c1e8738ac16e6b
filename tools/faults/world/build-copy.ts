import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage } from '../../../libs/local-stack/src/processes/find-package.ts';
import { runNode } from '../../../libs/local-stack/src/processes/run-command.ts';

/** Uses a copy, so that a later build does not change what is restarted. */
export async function buildCopy(root: string, dir: string, signal: AbortSignal): Promise<string> {
  await build(root, join(dir, 'build.log'), signal);
  const copy = join(dir, 'build');
  mkdirSync(copy);
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Takes a second if nothing has changed. */
export async function build(root: string, logFile: string, signal: AbortSignal): Promise<void> {
  const nx = findPackage('nx') ?? '';
  const { bin } = JSON.parse(readFileSync(join(nx, 'package.json'), 'utf8')) as { bin: Record<string, string> };
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
