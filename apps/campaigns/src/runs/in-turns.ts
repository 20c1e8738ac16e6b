import { setImmediate } from 'node:timers/promises';

/** The milliseconds of work after which other work of the process runs. */
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
