import { setTimeout as sleep } from 'node:timers/promises';

export interface Repeated {
  /** Runs now, or once more if a run is in progress. */
  wake(): void;
  /** Ends the repetition; resolves after the run in progress. */
  end(): Promise<void>;
}

/**
 * Runs work again and again, one run at a time: `everyMs` after the last run, after a wake, and at once after `more`.
 * `failed` gets the error of a run, which is repeated like any other. The pauses keep no process alive.
 */
export function repeat(
  everyMs: number,
  work: (ended: AbortSignal) => Promise<void> | Promise<'more' | 'done'>,
  failed: (error: unknown) => void,
  first: 'now' | 'later' | { afterMs: number } = 'now',
): Repeated {
  const ended = new AbortController();
  let pause = new AbortController();
  const rest = (ms = everyMs): Promise<void> =>
    sleep(ms, undefined, { ref: false, signal: pause.signal }).catch(() => undefined);
  const once = async (): Promise<'more' | 'done'> => {
    try {
      return (await work(ended.signal)) ?? 'done';
    } catch (error) {
      failed(error);
      return 'done';
    }
  };
  const run = async (): Promise<void> => {
    if (first !== 'now') await rest(first === 'later' ? everyMs : first.afterMs);
    while (!ended.signal.aborted) {
      pause = new AbortController();
      if ((await once()) === 'done') await rest();
    }
  };
  const running = run();
  return {
    wake: () => {
      pause.abort();
    },
    end: () => {
      ended.abort();
      pause.abort();
      return running;
    },
  };
}
