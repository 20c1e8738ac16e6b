import { setImmediate } from 'node:timers/promises';

/** So long, in ms, work goes on in one piece; then everything else in the process has its turn. */
const turnMs = 8;

/** Like `map`. */
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
