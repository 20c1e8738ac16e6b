import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an assertion until it holds, and returns its result. Throws its last failure after `withinMs`. */
export async function eventually<T>(assertion: () => T | Promise<T>, withinMs = 10_000, everyMs = 25): Promise<T> {
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
