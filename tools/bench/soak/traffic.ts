import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { now, quantile, sort } from '../golden-path/golden-run.ts';
import type { GoldenWorld } from '../golden-path/golden-world.ts';
import type { Worker } from '../worker.ts';

/** An arrival counts as late when it comes so long after the 202. */
const lateMs = 1_000;

export interface Window {
  p50: number;
  p99: number;
}

/** Each event is refused or accepted, and then arrives once, twice or never. */
export class Traffic {
  readonly #world: GoldenWorld;
  readonly #receiver: Worker<ReceiverQuestion, Counts>;
  readonly #acceptedAt = new Map<string, number>();
  readonly #arrived = new Set<string>();
  readonly #took: number[] = [];
  /** Arrivals before the answer was read. */
  #unanswered: [value: string, at: number][] = [];
  refused = 0;
  late = 0;
  doubled = 0;
  #windowBegan = now();
  firstRefusal = '';

  constructor(world: GoldenWorld, receiver: Worker<ReceiverQuestion, Counts>) {
    this.#world = world;
    this.#receiver = receiver;
  }

  async send(value: number): Promise<void> {
    try {
      await this.#world.send(value);
      this.#acceptedAt.set(String(value), now());
    } catch (error) {
      this.refused += 1;
      this.firstRefusal ||= error instanceof Error ? error.message : String(error);
    }
  }

  get accepted(): number {
    return this.#acceptedAt.size;
  }

  /** Accepted events that have not arrived. */
  get lost(): number {
    return [...this.#acceptedAt.keys()].filter((value) => !this.#arrived.has(value)).length;
  }

  get whole(): Window {
    return windowOf(this.#took);
  }

  /** Counts the arrivals since the last call. */
  async window(): Promise<Window> {
    const { arrivals } = await this.#receiver.ask({ ask: 'new arrivals' });
    for (const [value] of arrivals) {
      if (this.#arrived.has(value)) this.doubled += 1;
      this.#arrived.add(value);
    }
    const [unanswered, took]: [[string, number][], number[]] = [[], []];
    for (const [value, at] of [...this.#unanswered, ...arrivals]) {
      const accepted = this.#acceptedAt.get(value);
      if (accepted === undefined) unanswered.push([value, at]);
      else took.push(Math.max(0, at - accepted));
    }
    this.#unanswered = unanswered;
    this.#took.push(...took);
    this.late += took.filter((each) => each > lateMs).length;
    const began = this.#windowBegan;
    this.#windowBegan = now();
    // Without an arrival, the next one takes at least as long as the window.
    return windowOf(took.length > 0 ? took : [now() - began]);
  }
}

function windowOf(took: number[]): Window {
  const sorted = sort(took);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
