import { Gauge } from 'prom-client';
import { Gate } from '../calls/gate.js';
import { isOutage } from '../storage/outage.js';

export type Reading<Label extends string> = [labels: Partial<Record<Label, string>>, value: number];

/** A scrape uses one session of the database at a time, because an idle service has no more. */
const oneByOne = new Gate(1);
/** Prometheus waits for ten seconds. A second wait for a database that is away would take too much of them. */
const pauseMs = 5_000;
let outageAt = Number.NEGATIVE_INFINITY;

/** A gauge that is read at each scrape, and never by a timer. What cannot be read has no value. */
export class ScrapedGauge<Label extends string = never> {
  private readonly sources = new Set<() => Promise<Reading<Label>[]>>();

  constructor(name: string, help: string, ...labelNames: Label[]) {
    const { sources } = this;
    new Gauge({
      name,
      help,
      labelNames,
      async collect() {
        const found = (await Promise.all([...sources].map((read) => oneByOne.run(() => unlessAway(read))))).flat();
        this.reset();
        // Without labels, a reset leaves a zero.
        if (labelNames.length === 0 && found.length === 0) this.remove();
        for (const [labels, value] of found) this.set(labels, value);
      },
    });
  }

  /** The result ends it. */
  watch(read: () => Promise<Reading<Label>[]>): () => void {
    this.sources.add(read);
    return () => this.sources.delete(read);
  }
}

async function unlessAway<T>(read: () => Promise<T[]>): Promise<T[]> {
  if (performance.now() - outageAt < pauseMs) return [];
  try {
    return await read();
  } catch (error) {
    if (isOutage(error)) outageAt = performance.now();
    return [];
  }
}
