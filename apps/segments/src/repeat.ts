import { setTimeout as sleep } from 'node:timers/promises';

export interface Repeated {
  /** Not to wait for the next time. */
  wake(): void;
  /** Waits for the run at hand. */
  end(): Promise<void>;
}

/** Does work again and again, `everyMs` after the last time or when woken; at once when it says that there is more. */
export function repeat(
  everyMs: number,
  work: (ended: AbortSignal) => Promise<'more' | 'done'>,
  failed: (error: unknown) => void,
): Repeated {
  const ended = new AbortController();
  let pause = new AbortController();
  const wake = (): void => {
    pause.abort();
  };
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      pause = new AbortController();
      const outcome = await work(ended.signal).catch((error: unknown) => {
        failed(error);
        return 'done' as const;
      });
      const rest = AbortSignal.any([pause.signal, ended.signal]);
      if (outcome === 'done') await sleep(everyMs, undefined, { signal: rest }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    wake,
    end: async () => {
      ended.abort();
      await running;
    },
  };
}
