// `npm run verify`: everything that must hold before a commit, in the order in which it fails fastest. CI runs the same.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => resolve(root, 'node_modules', '.bin', name);

const steps: [name: string, command: string, ...args: string[]][] = [
  ['format', bin('prettier'), '--check', '--log-level=warn', '.'],
  // The build also renews nx's project graph, by which lint knows the boundaries.
  ['build', bin('nx'), 'run-many', '-t', 'build', '--outputStyle=static'],
  ['types', bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
  ['lint and boundaries', bin('eslint'), '.'],
  ['dead code', bin('knip')],
  ['tests and OpenAPI diff', 'npm', 'test', '--silent', '--', '--json', '--outputFile=.nx/test-results.json'],
];

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
