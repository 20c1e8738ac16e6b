import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { Gauge } from 'prom-client';
import type { Nats } from '../../nats.js';
import { ScrapedGauge } from '../../metrics/scraped-gauge.js';
import type { FactSource } from '../fact-source.js';
import { oldestUnread } from './read-messages.js';

/** A scrape sends two requests to NATS, one after the other, and Prometheus waits for ten seconds. */
const questionMs = 1_500;

interface Watched {
  nats: Nats;
  source: FactSource;
}

const watched = new Set<Watched>();

new Gauge({
  name: 'ces_outbox_lag_seconds',
  help: 'Age of the oldest fact of this service that waits to be published; 0 when none waits',
  labelNames: ['stream'],
  async collect() {
    const found = await Promise.all([...watched].map((each) => unlessAway(outboxLag(each))));
    this.reset();
    for (const [stream, seconds] of found.flat()) this.set({ stream }, seconds);
  },
});

new Gauge({
  name: 'ces_consumer_lag_seconds',
  help: 'Age of the oldest fact of this service that a consumer has not handled yet; 0 when none waits',
  labelNames: ['consumer'],
  async collect() {
    const found = await Promise.all([...watched].map((each) => unlessAway(consumerLags(each))));
    this.reset();
    for (const [consumer, seconds] of found.flat()) this.set({ consumer }, seconds);
  },
});

const mostCounted = 10_000;
const depth = new ScrapedGauge(
  'ces_outbox_facts_waiting',
  'Facts of this service that wait to be published; at most 10,000 are counted',
  'stream',
);

type Lags = [name: string, seconds: number][];

/**
 * Shows in this process's metrics how long facts of the source wait, for the relay and for each consumer. Each replica
 * of the owner asks the database and NATS itself, so a frozen or dead reader shows too. The result ends it.
 */
export function watchLags(nats: Nats, source: FactSource): () => void {
  const each = { nats, source };
  watched.add(each);
  const stream = nats.streamOf(source.stream);
  const unwatch = depth.watch(async () => [[{ stream }, await source.countWaiting(mostCounted)]]);
  return () => {
    watched.delete(each);
    unwatch();
  };
}

export interface LagsOfFacts {
  outbox: Lags;
  consumers: Lags;
  waiting: number;
}

/** The same for one service of this process, now. Fails if database or NATS do not answer. */
export async function measureLags(nats: Nats): Promise<LagsOfFacts> {
  const own = [...watched].filter((each) => each.nats === nats);
  const outbox = (await Promise.all(own.map(outboxLag))).flat();
  const counts = await Promise.all(own.map(({ source }) => source.countWaiting(mostCounted)));
  const consumers = (await Promise.all(own.map(consumerLags))).flat();
  return { outbox, consumers, waiting: counts.reduce((sum, count) => sum + count, 0) };
}

/** A lag that cannot be measured at the moment has no value. */
function unlessAway(lags: Promise<Lags>): Promise<Lags> {
  return lags.catch(() => []);
}

async function outboxLag({ nats, source }: Watched): Promise<Lags> {
  const oldest = await source.oldestWaiting();
  return [[nats.streamOf(source.stream), oldest ? secondsSince(oldest) : 0]];
}

async function consumerLags({ nats, source }: Watched): Promise<Lags> {
  if (!nats.connected) return [];
  const manager = await nats.manager(questionMs);
  const durable: ConsumerInfo[] = [];
  for await (const info of manager.consumers.list(nats.streamOf(source.stream))) {
    if (info.config.durable_name !== undefined) durable.push(info);
  }
  const lags = durable.map((info) => unlessAway(lagOf(manager, info).then((lag) => [[info.name, lag]])));
  return (await Promise.all(lags)).flat();
}

async function lagOf(manager: JetStreamManager, info: ConsumerInfo): Promise<number> {
  if (info.num_pending + info.num_ack_pending === 0) return 0;
  const oldest = await oldestUnread(manager, info);
  return oldest ? secondsSince(oldest.time) : 0;
}

function secondsSince(time: Date): number {
  return Math.max(0, (Date.now() - time.getTime()) / 1_000);
}
