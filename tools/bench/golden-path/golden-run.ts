import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import type { Worker } from '../worker.ts';
import { Refused, type GoldenWorld } from './golden-world.ts';

export interface Times {
  /** `accepted`: from the moment when the event was due to the 202. `arrived`: from the 202 to the arrival. */
  accepted: number[];
  arrived: number[];
  /** Events that the gateway did not take. They do not arrive. */
  refused: number;
  complete: boolean;
}

export interface GoldenLoad {
  rate: number;
  count: number;
  /** The number after which this run begins to count. */
  after: number;
  /** Another gateway's port. Without it, the product's. */
  port?: number;
  /** More events may come than can be taken. Otherwise a refusal ends the run. */
  mayRefuse?: true;
}

/** Each event books its own number. */
export async function runGolden(
  world: GoldenWorld,
  receiver: Worker<ReceiverQuestion, Counts>,
  load: GoldenLoad,
  signal: AbortSignal,
): Promise<Times> {
  const { count } = load;
  await receiver.ask({ ask: 'clear', watch: true });
  const accepted: number[] = [];
  const acceptedAt = new Map<string, number>();
  let refused = 0;
  const send = async (value: number, due: number): Promise<void> => {
    try {
      await world.send(value, load.port);
    } catch (error) {
      if (load.mayRefuse !== true || !(error instanceof Refused)) throw error;
      refused += 1;
      return;
    }
    acceptedAt.set(String(value), now());
    accepted.push(now() - due);
  };
  await sendByTheClock(load, send, signal);
  const giveUp = now() + 60_000;
  while ((await receiver.ask({ ask: 'counts' })).events < count - refused && now() < giveUp) {
    await sleep(100, undefined, { signal });
  }
  const { arrivals } = await receiver.ask({ ask: 'arrivals' });
  // A delivery that arrives before the answer is read took no time.
  const arrived = arrivals.map(([value, at]) => Math.max(0, at - (acceptedAt.get(value) ?? 0)));
  const expected = count - refused;
  const complete = arrivals.length === expected && new Set(arrivals.map(([value]) => value)).size === expected;
  return { accepted: sort(accepted), arrived: sort(arrived), refused, complete };
}

/** Open loop: events are due by the clock, even if answers take long. Resolves when all are answered. */
export async function sendByTheClock(
  { rate, count, after }: GoldenLoad,
  send: (value: number, due: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const begun = now();
  const answers: Promise<void>[] = [];
  for (let i = 0; i < count; i += 1) {
    const due = begun + (i * 1_000) / rate;
    const early = due - now();
    if (early > 0) await sleep(early, undefined, { signal });
    const answer = send(after + i + 1, due);
    // A refusal is reported at the end. Nothing waits for it before, and Node.js would end this process, before it has stopped its stack.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
}

/** The value below which that share of the sorted numbers lies. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Infinity;
}

export function sort(numbers: number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Milliseconds by the clock that all processes share. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
