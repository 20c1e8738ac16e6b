// Keeps one core busy at the lowest priority. Its effect on reads is that of any busy core, and not of hashing.
import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { answerParent } from '../worker.ts';

export interface Spin {
  seconds: number;
}

setPriority(19);
answerParent(async ({ seconds }: Spin): Promise<boolean> => {
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const pause = performance.now() + 10;
    while (performance.now() < pause);
    await setImmediate(); // so that it sees that its parent has ended
  }
  return true;
});
