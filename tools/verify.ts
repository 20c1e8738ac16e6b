// `npm run verify` checks all that must hold before a commit: what is quick, and beside it what takes minutes, so that both
// cores work. CI runs the tests on their own before the build, and then this with `--without-tests`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

type Step = [name: string, command: string, ...args: string[]];

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => resolve(root, 'node_modules', '.bin', name);

const build: Step = ['build', bin('nx'), 'run-many', '-t', 'build', '--outputStyle=static'];
const lint: Step = ['lint and boundaries', bin('eslint'), '.'];
const others: Step[] = [
  ['format', bin('prettier'), '--check', '--log-level=warn', '.'],
  ['types', bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
  ['types of the console', bin('tsc'), '--noEmit', '-p', 'apps/console/tsconfig.json'],
  ['dead code', bin('knip')],
];
const tests: Step = ['tests and OpenAPI diff', 'npm', 'test', '--silent'];

const failed: string[] = [];
let passed = 0;
await run(build);
await Promise.all([inTurn([lint]), inTurn(others)]);
if (!process.argv.includes('--without-tests')) await run(tests, 'inherit');

console.log(`\n${passed} steps passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`);
process.exit(failed.length > 0 ? 1 : 0);

async function inTurn(steps: Step[]): Promise<void> {
  for (const step of steps) await run(step);
}

/** Shows what a step printed when it has ended, because another one may print beside it. */
async function run([name, command, ...args]: Step, output: 'pipe' | 'inherit' = 'pipe'): Promise<void> {
  const begun = performance.now();
  const env = { ...process.env, NX_DAEMON: 'false' };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output] });
  const printed = [child.stdout, child.stderr].flatMap((stream) => (stream ? [text(stream)] : []));
  const ended = once(child, 'close') as Promise<[status: number | null]>;
  const [[status], texts] = await Promise.all([ended, Promise.all(printed)]);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`\n${texts.join('')}${status === 0 ? '✔' : '✘'} ${name} (${seconds} s)`);
  if (status === 0) passed += 1;
  else failed.push(name);
}
