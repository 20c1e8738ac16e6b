import { setTimeout as sleep } from 'node:timers/promises';

/** Throws the last failure of the assertion after `withinMs`. */
export async function eventually<T>(assertion: () => T | Promise<T>, withinMs = 20_000, everyMs = 25): Promise<T> {
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
