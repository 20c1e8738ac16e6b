import { setTimeout as sleep } from 'node:timers/promises';

export interface Outcome {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  wrong?: string;
}

/** Sends one request. Returns what is wrong with the answer, or nothing. */
export type Ask = () => Promise<string | undefined>;

/** Each asker asks again at once, or, with `atMost`, when so many a second are due. */
export async function closedLoop(askers: Ask[], seconds: number, atMost = Infinity): Promise<Outcome> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const took: number[] = [];
  let wrong: string | undefined;
  await Promise.all(
    askers.map(async (ask) => {
      for (let now = begun; now < until && wrong === undefined;) {
        const fault = await ask();
        const then = performance.now();
        took.push(then - now);
        wrong ??= fault;
        now = then;
        const due = begun + (took.length * 1_000) / atMost;
        if (due > then) {
          await sleep(due - then);
          now = performance.now();
        }
      }
    }),
  );
  const elapsed = (performance.now() - begun) / 1_000;
  const sorted = Float64Array.from(took).sort();
  const percentile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    count: took.length,
    perSecond: took.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    ...(wrong === undefined ? {} : { wrong }),
  };
}
