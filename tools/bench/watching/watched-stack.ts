import type { NatsConnection } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { connectNats } from '../../connect-nats.ts';
import { quantile, runGolden } from '../golden-path/golden-run.ts';
import { GoldenWorld } from '../golden-path/golden-world.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import { Bench, type Side } from '../ingest/measure.ts';
import { eventName, prepareIngest } from '../ingest/prepare-ingest.ts';
import { awaitRelay, waitingInLog } from '../ingest/records.ts';
import { cpuSeconds } from '../process-usage.ts';
import { Product } from '../webhooks/product.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import type { Worker } from '../worker.ts';

/** The costs of one round on one stack. CPU is that of all its processes, in milliseconds for an event. */
export interface Round {
  ingestPerSecond: number;
  ingestCpu: number;
  goldenP50: number;
  goldenCpu: number;
  webhooksPerSecond: number;
  webhooksCpu: number;
}

export interface Workers {
  generator: Worker<Load, Outcome>;
  receiver: Worker<ReceiverQuestion, Counts>;
}

interface Parts {
  world: GoldenWorld;
  side: Side;
  nats: NatsConnection;
}

const users = 500;
const connections = 64;
const goldenRate = 100;
const webhookEvents = 20_000;
const scrapeEveryMs = 15_000;

/** A stack with one load after the other; between them it waits. */
export class WatchedStack {
  readonly #stack: Stack;
  readonly #workers: Workers;
  readonly #world: GoldenWorld;
  readonly #side: Side;
  readonly #nats: NatsConnection;
  readonly #signal: AbortSignal;
  #goldenEvents = 0;
  #scraping: NodeJS.Timeout | undefined;

  private constructor(stack: Stack, workers: Workers, parts: Parts, signal: AbortSignal) {
    this.#stack = stack;
    this.#workers = workers;
    this.#world = parts.world;
    this.#side = parts.side;
    this.#nats = parts.nats;
    this.#signal = signal;
  }

  static async prepare(stack: Stack, workers: Workers, signal: AbortSignal): Promise<WatchedStack> {
    const file = stack.describe();
    const postgres = stack.privateUrls.postgres;
    const { token, users: ids } = await prepareIngest(file, { userCount: users, postgres }, signal);
    const awaitDeferred = (): ReturnType<Side['awaitDeferred']> =>
      withClient(databaseUrl(postgres, 'events'), (client) => awaitRelay(client, waitingInLog, signal));
    const side: Side = {
      name: 'product',
      load: { port: Number(new URL(file.base_url).port), token, users: ids, eventName },
      processes: file.processes,
      awaitDeferred,
    };
    const world = await GoldenWorld.prepare(file, users);
    const nats = await connectNats(stack.privateUrls.nats);
    return new WatchedStack(stack, workers, { world, side, nats }, signal);
  }

  /** Reads the metrics of each app as Prometheus does. */
  scrape(): void {
    const addresses = Object.values(this.#stack.describe().metrics);
    const readAll = async (): Promise<void> => {
      for (const address of addresses) await (await fetch(address)).text();
    };
    this.#scraping = setInterval(() => void readAll().catch(console.error), scrapeEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#scraping);
    await this.#nats.close();
  }

  async round(seconds: number): Promise<Round> {
    return { ...(await this.ingest(seconds)), ...(await this.golden(seconds)), ...(await this.webhooks()) };
  }

  private async ingest(seconds: number): Promise<Pick<Round, 'ingestPerSecond' | 'ingestCpu'>> {
    const { outcome, cpuPer1000 } = await new Bench(this.#workers.generator).measure(this.#side, {
      connections,
      seconds,
    });
    if (outcome.refusal !== undefined) throw new Error(`refused: ${outcome.refusal}`);
    return { ingestPerSecond: outcome.perSecond, ingestCpu: sum(cpuPer1000) - (cpuPer1000['generator'] ?? 0) };
  }

  private async golden(seconds: number): Promise<Pick<Round, 'goldenP50' | 'goldenCpu'>> {
    const { port } = await this.#workers.receiver.ask({ ask: 'port' });
    const webhook = await this.#world.listen(`http://127.0.0.1:${port}/points`);
    const load = { rate: goldenRate, count: goldenRate * seconds, after: this.#goldenEvents };
    const before = this.cpu();
    const { arrived, complete } = await runGolden(this.#world, this.#workers.receiver, load, this.#signal);
    await sleep(500); // relays mark what they published a little later
    const cpu = this.cpu() - before;
    await this.#world.forget(webhook);
    if (!complete) throw new Error('not each event arrived exactly once');
    this.#goldenEvents += load.count;
    return { goldenP50: quantile(arrived, 0.5), goldenCpu: (cpu * 1_000) / load.count };
  }

  private async webhooks(): Promise<Pick<Round, 'webhooksPerSecond' | 'webhooksCpu'>> {
    const { postgres } = this.#stack.privateUrls;
    const { eventsPerSecond, cpuPer1000, right } = await withClient(databaseUrl(postgres, 'webhooks'), (webhooks) =>
      withClient(databaseUrl(postgres, 'campaigns'), async (campaigns) => {
        const databases = { webhooks, campaigns, nats: this.#nats };
        const product = await Product.prepare(this.#stack.describe(), databases, this.#workers.receiver);
        return product.deliver(1, webhookEvents, this.#signal, { countsRows: false });
      }),
    );
    if (!right) throw new Error('not all deliveries came once and in order');
    return { webhooksPerSecond: eventsPerSecond, webhooksCpu: sum(cpuPer1000) - (cpuPer1000['receiver'] ?? 0) };
  }

  private cpu(): number {
    return Object.values(this.#stack.describe().processes).reduce((total, pid) => total + cpuSeconds(pid), 0);
  }
}

function sum(values: Record<string, number>): number {
  return Object.values(values).reduce((a, b) => a + b, 0);
}
