import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../../../libs/local-stack/src/processes/run-command.ts';
import { build } from '../world/build-copy.ts';

/** Builds the commit in `folder`, from its own files and with its own packages. */
export async function buildRelease(root: string, commit: string, folder: string, signal: AbortSignal): Promise<void> {
  checkOut(root, commit, folder);
  const logFile = `${folder}.log`;
  if (packagesOf(root) === packagesOf(folder)) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  } else {
    console.log('     the release has other packages: npm ci in its folder');
    const args = ['tools/ensure-deps.mjs'];
    await runNode({ what: 'npm ci of the release', args, cwd: folder, env: process.env, logFile, signal });
  }
  await build(folder, logFile, signal);
}

/** Has an index of its own, so that the clone's index and files stay as they are. */
function checkOut(root: string, commit: string, folder: string): void {
  mkdirSync(folder);
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, '.git-index') };
  for (const words of [
    ['read-tree', commit],
    ['checkout-index', '--all', `--prefix=${folder}/`],
  ]) {
    const { status, stderr } = spawnSync('git', words, { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${words.join(' ')} failed: ${stderr}`);
  }
}

/** The lock file without the version of our own package, which each release changes. */
function packagesOf(folder: string): string {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    version?: string;
    packages: Record<string, { version?: string }>;
  };
  delete lock.version;
  delete lock.packages['']?.version;
  return JSON.stringify(lock);
}
