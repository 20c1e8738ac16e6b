import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited, stopChild, waitForExit } from './child-process.ts';

export interface Part {
  name: string;
  /** Resolves for a server when it answers, for an app when its process runs. */
  start(): Promise<ChildProcess>;
  stopSignal: NodeJS.Signals;
  killSignal: NodeJS.Signals;
  longestDelayMs?: number;
}

export interface SupervisedPart {
  readonly name: string;
  /** Undefined while it is down. */
  pid(): number | undefined;
  exits(): number;
  /** Sends SIGKILL, for a test. `whileDown` runs before the part is started again. */
  kill(whileDown?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  /** Ends it at once, also during a stop. */
  abort(): void;
}

export interface Watcher {
  changed(): void;
  warn(line: string): void;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
const HEALTHY_MS = 30_000;

/** Keeps a part running. The pause before a restart grows from 0.2 s to 10 s, and shrinks again after 30 s of life. */
export async function supervise(part: Part, watcher: Watcher): Promise<SupervisedPart> {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child: ChildProcess | undefined = await part.start();
  let exits = 0;
  let whileDown: (() => Promise<void>) | undefined;
  watcher.changed();

  async function keepRunning(): Promise<void> {
    for (let delay = FIRST_DELAY_MS; ;) {
      const began = Date.now();
      const ended = child ? await outcome(child) : 'did not start';
      if (Date.now() - began >= HEALTHY_MS) delay = FIRST_DELAY_MS;
      child = undefined;
      if (isStopping()) return;
      exits += 1;
      watcher.changed();
      watcher.warn(`${part.name} ${ended}; starting it again in ${delay / 1_000} s`);
      await whileDown?.().catch((error: unknown) => {
        watcher.warn(`${part.name}: ${String(error)}`);
      });
      whileDown = undefined;
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return;
      delay = Math.min(delay * 2, part.longestDelayMs ?? LONGEST_DELAY_MS);
      child = await part.start().catch((error: unknown) => {
        watcher.warn(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (isStopping() && child) await stopChild(child, part.stopSignal);
      watcher.changed();
    }
  }

  const done = keepRunning();
  return {
    name: part.name,
    pid: () => (child && !hasExited(child) ? child.pid : undefined),
    exits: () => exits,
    kill: async (task) => {
      whileDown = task;
      if (child) await stopChild(child, 'SIGKILL');
    },
    stop: async () => {
      stopping.abort();
      if (child) await stopChild(child, part.stopSignal);
      await done;
    },
    abort: () => {
      stopping.abort();
      child?.kill(part.killSignal);
    },
  };
}

async function outcome(child: ChildProcess): Promise<string> {
  await waitForExit(child);
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with code ${child.exitCode ?? '?'}`;
}
