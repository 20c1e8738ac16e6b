// The ceiling of the golden path: the same hops and the same promises, with nothing around them. See docs/bench.md.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../../../libs/local-stack/src/stack.ts';
import { readUse, useBetween } from '../../process-usage.ts';
import { startWorker, type Worker } from '../../worker.ts';
import type { GatewaySettings } from './gateway.ts';
import { makeStreams, type Places } from './hop.ts';
import type { SenderSettings } from './sender.ts';
import { createChainDatabase } from './tables.ts';

export interface Spent {
  cpuMs: number;
  switches: number;
  seconds: number;
}

type AnyWorker = Pick<Worker<object, number>, 'pid' | 'died' | 'stop'>;

export class Chain {
  readonly port: number;
  readonly #workers: AnyWorker[];
  readonly #servers: number[];

  private constructor(port: number, workers: AnyWorker[], servers: number[]) {
    this.port = port;
    this.#workers = workers;
    this.#servers = servers;
  }

  static async start(stack: Stack, receiver: number, signal: AbortSignal): Promise<Chain> {
    const { nats } = stack.privateUrls;
    const { base_url, processes } = stack.describe();
    const places = { nats, database: await createChainDatabase(stack.privateUrls.postgres) };
    await makeStreams(nats, ['events', 'bookings']);
    const gateway = startWorker<GatewaySettings, number>(new URL('./gateway.ts', import.meta.url), signal);
    const intake = startWorker<Places, number>(new URL('./intake.ts', import.meta.url), signal);
    const judge = startWorker<Places, number>(new URL('./judge.ts', import.meta.url), signal);
    const sender = startWorker<SenderSettings, number>(new URL('./sender.ts', import.meta.url), signal);
    const workers = [gateway, intake, judge, sender];
    try {
      await Promise.all([intake.ask(places), judge.ask(places), sender.ask({ ...places, receiver })]);
      const port = await gateway.ask({ nats, jwksUrl: `${base_url}/.well-known/jwks.json` });
      const servers = ['postgres', 'nats'].map((name) => processes[name] ?? 0);
      return new Chain(port, workers, servers);
    } catch (error) {
      await Promise.all(workers.map((worker) => worker.stop()));
      throw error;
    }
  }

  /** Runs the work, and counts what the chain's processes, PostgreSQL and NATS spend meanwhile. Fails when one of the chain's ends. */
  spentOn<T>(work: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
    const watched = () => Promise.race([work(), ...this.#workers.map(({ died }) => died)]);
    return spentBy([...this.#workers.map(({ pid }) => pid), ...this.#servers], watched);
  }

  /** Stops the chain, and then counts what PostgreSQL and NATS spend on the idle product, which is not the chain's. */
  async stopAndCountIdle(seconds: number, signal: AbortSignal): Promise<Spent> {
    await this.stop();
    return (await spentBy(this.#servers, () => sleep(seconds * 1_000, undefined, { signal }))).spent;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }
}

async function spentBy<T>(pids: number[], work: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
  const read = () => readUse(Object.fromEntries(pids.map((pid) => [pid, pid])));
  const [before, begun] = [read(), performance.now()];
  const result = await work();
  const spent = { cpuMs: 0, switches: 0, seconds: (performance.now() - begun) / 1_000 };
  for (const use of useBetween(before, read()).values()) {
    spent.cpuMs += use.cpuSeconds * 1_000;
    spent.switches += use.switches;
  }
  return { result, spent };
}
