import { setTimeout as sleep } from 'node:timers/promises';

export interface Repeated {
  /** Not to wait for the next time. */
  wake(): void;
  /** Waits for the run at hand. */
  end(): Promise<void>;
}

/**
 * Does work again and again, one run at a time: `everyMs` after the last one or when woken; at once when it says that
 * there is more. What fails is told and done again like anything else. It keeps no process alive.
 */
export function repeat(
  everyMs: number,
  work: (ended: AbortSignal) => Promise<void> | Promise<'more' | 'done'>,
  failed: (error: unknown) => void,
  first: 'now' | 'later' = 'now',
): Repeated {
  const ended = new AbortController();
  let pause = new AbortController();
  const rest = (): Promise<void> =>
    sleep(everyMs, undefined, { ref: false, signal: pause.signal }).catch(() => undefined);
  const once = async (): Promise<'more' | 'done'> => {
    try {
      return (await work(ended.signal)) ?? 'done';
    } catch (error) {
      failed(error);
      return 'done';
    }
  };
  const run = async (): Promise<void> => {
    if (first === 'later') await rest();
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
