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
  const first = new Map<number, number>();
  const grown = Object.fromEntries(Object.keys(processes).map((name) => [name, 0]));
  const look = (start: (megabytes: number) => number): void => {
    for (const [name, pid] of Object.entries(processes)) {
      for (const each of familyOf(pid)) {
        const megabytes = anonymousMb(each);
        const before = first.get(each) ?? start(megabytes);
        first.set(each, before);
        grown[name] = Math.max(grown[name] ?? 0, megabytes - before);
      }
    }
  };
  look((megabytes) => megabytes);
  // A process that begins later has grown from nothing.
  const timer = setInterval(() => {
    look(() => 0);
  }, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      return grown;
    },
  };
}

function anonymousMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // ended, or not Linux
  }
}
