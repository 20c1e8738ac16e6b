import { Counter, Histogram } from 'prom-client';

const sets = new Histogram({
  name: 'ces_fact_set_seconds',
  help: 'How long a set of facts took to be handled, by its end: handled or failed',
  labelNames: ['consumer', 'end'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
});
const facts = new Counter({
  name: 'ces_facts_total',
  help: 'Facts by what became of them: handled, failed (at each attempt) or dead',
  labelNames: ['consumer', 'end'],
});

/** Counts the facts of one consumer. */
export class FactCounts {
  private readonly sets;
  private readonly facts;

  constructor(consumer: string) {
    this.sets = { handled: sets.labels(consumer, 'handled'), failed: sets.labels(consumer, 'failed') };
    this.facts = { handled: facts.labels(consumer, 'handled'), failed: facts.labels(consumer, 'failed') };
    this.dead = facts.labels(consumer, 'dead');
  }

  readonly dead: { inc: () => void };

  /** Counts a set of this size by the end of the work. */
  async of<T>(size: number, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let end: 'handled' | 'failed' = 'failed';
    try {
      const result = await work();
      end = 'handled';
      return result;
    } finally {
      this.sets[end].observe((performance.now() - begun) / 1_000);
      this.facts[end].inc(size);
    }
  }
}
