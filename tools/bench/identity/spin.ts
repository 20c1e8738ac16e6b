// Keeps one core busy at the lowest priority, to show which effect on reads comes from a busy core and not from
// hashing.
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
    await setImmediate(); // notices the end of its parent
  }
  return true;
});
