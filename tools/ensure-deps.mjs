// Runs before start, test and verify, on any Node: installs exactly what package-lock.json says, once per lock file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.ces-lock');
const hash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  console.log('Installing dependencies (once; about half a minute) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) {
    console.error('npm ci failed; see above.');
    process.exit(run.status ?? 1);
  }
  writeFileSync(stamp, hash);
}

// `npx ces` and programs that import '@ces/sdk' take the sources of this clone.
link('@ces/sdk', '../../libs/sdk');
link('.bin/ces', '../../apps/cli/src/main.ts');

function link(name, target) {
  const path = join(root, 'node_modules', name);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(target, path);
  } catch (error) {
    // Another run of this was faster.
    if (error.code !== 'EEXIST') throw error;
  }
}
