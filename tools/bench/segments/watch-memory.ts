import { readFileSync } from 'node:fs';
import { familyOf } from '../process-usage.ts';

const everyMs = 50;

export interface MemoryWatch {
  /** The largest growth of each process since the start, in megabytes. */
  end(): Record<string, number>;
}

/**
 * Counts a process's own memory (anonymous pages); for PostgreSQL, that of its process that grew most. PostgreSQL's
 * shared memory is reserved at its start, and would count for each process that has used it.
 */
export function watchMemory(processes: Record<string, number>): MemoryWatch {
  const first = sample(processes);
  const most = { ...first };
  const timer = setInterval(() => {
    for (const [name, megabytes] of Object.entries(sample(processes)))
      most[name] = Math.max(most[name] ?? 0, megabytes);
  }, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      return Object.fromEntries(Object.entries(most).map(([name, peak]) => [name, peak - (first[name] ?? 0)]));
    },
  };
}

function sample(processes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, Math.max(...familyOf(pid).map(anonymousMb))]),
  );
}

function anonymousMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // ended, or not Linux
  }
}
