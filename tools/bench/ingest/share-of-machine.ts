import { execFileSync, spawn } from 'node:child_process';

interface Share {
  oneCore: boolean;
  busyCore: boolean;
}

/** Runs work on one core of the machine, or beside a process that keeps one busy. */
export async function withShare<T>({ oneCore, busyCore }: Share, work: () => Promise<T>): Promise<T> {
  const before = oneCore ? coresOfMainThread() : undefined;
  // New threads and children inherit the cores.
  if (before !== undefined) useCores(before.split(/[,-]/)[0] ?? '0');
  // It ends with this process, even when that is killed.
  const loop = `while (process.ppid === ${process.pid}) for (let i = 0; i < 1e8; i += 1);`;
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
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(process.pid)]);
}
