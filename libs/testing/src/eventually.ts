import { setTimeout as sleep } from 'node:timers/promises';

/** Throws the last failure of the assertion after `withinMs`, which by default is longer than a busy machine takes. */
export async function eventually<T>(assertion: () => T | Promise<T>, withinMs = 40_000, everyMs = 25): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    await sleep(everyMs);
  }
}
