// `npm run quickstart` clones the last commit and pastes the README's quickstart into two terminals, like a newcomer.
// It fails unless the receiver has verified a webhook within five minutes. It needs the ports 3000 and 9999.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');
const deadlineMs = 5 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'quickstart-'));
const clone = join(folder, 'clone');

const failure = await tryOut().catch((error: unknown) => String(error));
rmSync(folder, { recursive: true, force: true });
console.log(failure ?? 'The quickstart ends with a verified webhook.');
process.exit(failure === undefined ? 0 : 1);

/** Undefined if all went well. */
async function tryOut(): Promise<string | undefined> {
  const begun = performance.now();
  const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
  if (cloned.status !== 0) return 'git clone failed.';
  const [start = '', ...rest] = snippets();
  const first = open(start, 'inherit');
  const second = open(rest.join('\n'), 'pipe');
  let output = '';
  second.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  const ended = once(second, 'exit');
  await Promise.race([ended, sleep(deadlineMs, undefined, { ref: false }), once(first, 'exit')]);
  console.log(`${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  end(second);
  end(first);
  if (first.exitCode === null) await once(first, 'exit');
  return output.includes('verified: coupon-slip-claimed-event') ? undefined : 'No webhook was verified.';
}

/** The first is `npm start`; the others are for the second terminal. */
function snippets(): string[] {
  const [, text = ''] = /^## Try it\n(.*?)^## /ms.exec(readFileSync(join(clone, 'README.md'), 'utf8')) ?? [];
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, snippet = '']) => snippet);
}

function open(commands: string, stdout: 'inherit' | 'pipe'): ChildProcess {
  return spawn('bash', ['-c', commands], { cwd: clone, detached: true, stdio: ['ignore', stdout, 'inherit'] });
}

function end({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid);
}
