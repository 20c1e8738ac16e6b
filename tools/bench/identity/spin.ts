// Keeps one core busy with nothing, behind everything else: what the machine does to others then is no part of ours.
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
