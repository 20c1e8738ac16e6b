import { execFileSync, spawn } from 'node:child_process';

/** A busy process that is left behind ends after this time. */
const mostMinutes = 10;

interface Share {
  oneCore: boolean;
  busyCore: boolean;
}

/** Runs work on one core of the machine, or beside a process that keeps one busy. */
export async function withShare<T>({ oneCore, busyCore }: Share, work: () => Promise<T>): Promise<T> {
  const before = oneCore ? coresOfMainThread() : undefined;
  // Children of this thread inherit its cores.
  if (before !== undefined) useCores(before.split(/[,-]/)[0] ?? '0');
  const loop = `for (const end = Date.now() + ${mostMinutes * 60_000}; Date.now() < end;);`;
  const busy = busyCore ? spawn(process.execPath, ['--eval', loop]) : undefined;
  try {
    return await work();
  } finally {
    busy?.kill('SIGKILL');
    if (before !== undefined) useCores(before);
  }
}

export function describeShare({ oneCore, busyCore }: Share): string {
  return `${oneCore ? ' on one core' : ''}${busyCore ? ' beside a busy core' : ''}`;
}

function coresOfMainThread(): string {
  const answer = execFileSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' });
  return answer.slice(answer.lastIndexOf(':') + 1).trim();
}

function useCores(list: string): void {
  execFileSync('taskset', ['--cpu-list', '--pid', list, String(process.pid)]);
}
