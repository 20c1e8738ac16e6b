import type { CallOptions } from '../http/transport.ts';
import { sleep } from '../http/retry.ts';

export interface WaitOptions<T> extends Omit<CallOptions, 'idempotencyKey'> {
  /** Called with each state that is seen, the last one too. */
  onProgress?: ((seen: T) => void) | undefined;
  /** 500 by default. */
  pollMs?: number | undefined;
}

/** Asks again until the thing has come to its end. `signal` ends the waiting, and nothing else does. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (seen: T) => boolean,
  { onProgress, pollMs = 500, signal }: WaitOptions<T>,
): Promise<T> {
  for (let pause = Math.min(50, pollMs); ; pause = Math.min(pollMs, pause * 2)) {
    const seen = await read();
    onProgress?.(seen);
    if (isDone(seen)) return seen;
    await sleep(pause, signal);
  }
}
