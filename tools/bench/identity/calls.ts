import { setTimeout as sleep } from 'node:timers/promises';

/** Throws when the answer is wrong. */
export type Call = () => Promise<unknown>;

export interface Calls {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Closed loop: always this many calls at once. */
export async function saturate(call: Call, atOnce: number, seconds: number): Promise<Calls> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const latencies: number[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() < until) await timed(call, performance.now(), latencies);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return summary(latencies, performance.now() - begun);
}

/** Open loop: calls are due by the clock, and their latency begins then, even if they are sent late. */
export async function keepRate(call: Call, rate: number, seconds: number): Promise<Calls> {
  const begun = performance.now();
  const latencies: number[] = [];
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = begun + (sent * 1_000) / rate;
    if (performance.now() < due) await sleep(due - performance.now());
    under.push(timed(call, due, latencies));
  }
  await Promise.all(under);
  return summary(latencies, performance.now() - begun);
}

async function timed(call: Call, from: number, latencies: number[]): Promise<void> {
  await call();
  latencies.push(performance.now() - from);
}

function summary(latencies: number[], took: number): Calls {
  const sorted = Float64Array.from(latencies).sort();
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: (latencies.length * 1_000) / took, p50: percentile(0.5), p99: percentile(0.99) };
}
