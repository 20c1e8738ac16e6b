import { Leases } from '@ces/messaging/storage/leases';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { once } from 'node:events';
import { Counter, Gauge } from 'prom-client';
import { Chore, type ChoreMethod, type ChoreOptions } from './every.js';
import { repeat, type Repeated } from './repeat.js';

interface FoundChore extends ChoreOptions {
  pauseMs: number;
  run: ChoreMethod;
}

const runs = new Counter({
  name: 'chore_runs_total',
  help: 'Runs of chores, by result: done or failed',
  labelNames: ['chore', 'result'],
});
const lastDone = new Gauge({
  name: 'chore_last_done_timestamp_seconds',
  help: 'When the chore was last done by this replica',
  labelNames: ['chore'],
});
const elected = new Gauge({
  name: 'chores_elected',
  help: '1 on the replica that runs the chores of its service',
});

/** A new replica may be elected before a long pause ends, so the first run after an election comes sooner. */
const firstPauseMs = 60_000;

/** Runs every `@Every` method of the service while this replica holds the lease of the chores. */
export class Chores implements OnApplicationBootstrap {
  private readonly logger = new Logger('Chores');
  private readonly chores = new Map<string, FoundChore>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly leases: Leases,
    private readonly config: object,
  ) {}

  onApplicationBootstrap(): void {
    this.find();
    this.leases.hold('chores', (lost) => this.runUntil(lost));
  }

  /** For specs: runs one chore now, on this replica. */
  async runNow(name: string, stop = new AbortController().signal): Promise<void> {
    const chore = this.chores.get(name);
    if (!chore) throw new Error(`there is no chore ${name}`);
    while ((await chore.run(stop)) === 'more');
  }

  async runAllNow(): Promise<void> {
    for (const name of this.chores.keys()) await this.runNow(name);
  }

  private async runUntil(lost: AbortSignal): Promise<void> {
    elected.set(1);
    const running = [...this.chores.values()].map((chore) => this.start(chore, lost));
    if (!lost.aborted) await once(lost, 'abort');
    elected.set(0);
    await Promise.all(running.map((each) => each.end()));
  }

  private start({ name, pauseMs, run, atStart }: FoundChore, stop: AbortSignal): Repeated {
    const work = async (): Promise<'more' | 'done'> => {
      const answer = await run(stop);
      runs.inc({ chore: name, result: 'done' });
      lastDone.set({ chore: name }, Date.now() / 1_000);
      return answer ?? 'done';
    };
    const failed = (error: unknown): void => {
      runs.inc({ chore: name, result: 'failed' });
      this.logger.warn({ err: error }, `chore ${name} failed; it runs again later`);
    };
    return repeat(pauseMs, work, failed, atStart ? 'now' : { afterMs: Math.min(pauseMs, firstPauseMs) });
  }

  private find(): void {
    // One instance may be provided under several tokens.
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    for (const instance of instances) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object))
        this.add((instance as Record<string, unknown>)[method], instance);
    }
  }

  private add(method: unknown, owner: object): void {
    if (typeof method !== 'function') return;
    const options = Reflect.getMetadata(Chore.KEY, method) as ChoreOptions | undefined;
    if (!options) return;
    if (this.chores.has(options.name)) throw new Error(`two methods are the chore ${options.name}`);
    const pauseMs = this.secondsOf(options) * 1_000;
    this.chores.set(options.name, { ...options, pauseMs, run: method.bind(owner) as ChoreMethod });
  }

  private secondsOf({ name, seconds }: ChoreOptions): number {
    if (typeof seconds === 'number') return seconds;
    const value = (this.config as Record<string, unknown>)[seconds];
    if (typeof value !== 'number') throw new Error(`chore ${name}: the setting ${seconds} holds no number`);
    return value;
  }
}
