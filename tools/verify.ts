// `npm run verify` checks all that must hold before a commit, the fastest checks first. CI runs the tests on their own
// before the build, and then this with `--without-tests`.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => resolve(root, 'node_modules', '.bin', name);
const tests = 'tests and OpenAPI diff';

const all: [name: string, command: string, ...args: string[]][] = [
  ['format', bin('prettier'), '--check', '--log-level=warn', '.'],
  ['build', bin('nx'), 'run-many', '-t', 'build', '--outputStyle=static'],
  ['types', bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
  ['types of the console', bin('tsc'), '--noEmit', '-p', 'apps/console/tsconfig.json'],
  ['lint and boundaries', bin('eslint'), '.'],
  ['dead code', bin('knip')],
  [tests, 'npm', 'test', '--silent'],
];
const steps = process.argv.includes('--without-tests') ? all.filter(([name]) => name !== tests) : all;

const failed: string[] = [];
for (const [name, command, ...args] of steps) {
  const begun = performance.now();
  console.log(`\n▶ ${name}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`${status === 0 ? '✔' : '✘'} ${name} (${seconds} s)`);
  if (status !== 0) failed.push(name);
}

console.log(
  `\n${steps.length - failed.length} steps passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
);
process.exit(failed.length > 0 ? 1 : 0);
