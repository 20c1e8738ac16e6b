import { setImmediate } from 'node:timers/promises';

/** After so many ms of work, everything else in the process has its turn. */
const turnMs = 8;

/** Like `map`, with pauses in which other work of the process runs. */
export async function inTurns<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - begun < turnMs) continue;
    await setImmediate();
    begun = performance.now();
  }
  return results;
}
