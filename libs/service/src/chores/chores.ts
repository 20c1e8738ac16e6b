import { Leases } from '@ces/messaging/storage/leases';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Counter, Gauge } from 'prom-client';
import { repeat, type Repeated } from './repeat.js';
import { Chore, type ChoreMethod, type ChoreOptions } from './every.js';

interface Found extends ChoreOptions {
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

/** Finds every `@Every` method of the service, and runs them while this replica holds the lease of the chores. */
export class Chores implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Chores');
  private readonly stopped = new AbortController();
  private found: Found[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly leases: Leases,
    private readonly config: object,
  ) {}

  onApplicationBootstrap(): void {
    this.found = this.find();
    if (this.found.length > 0) this.leases.hold('chores', (lost) => this.runUntil(lost));
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  /** Runs one chore now, on this replica, for a spec. */
  async runNow(name: string): Promise<void> {
    const chore = this.found.find((each) => each.name === name);
    if (!chore) throw new Error(`there is no chore ${name}`);
    while ((await chore.run(this.stopped.signal)) === 'more');
  }

  /** Runs every chore now, on this replica, for a spec. */
  async runAllNow(): Promise<void> {
    for (const { name } of this.found) await this.runNow(name);
  }

  private async runUntil(lost: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([lost, this.stopped.signal]);
    const running = this.found.map((chore) => this.start(chore, stop));
    elected.set(1);
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => {
        resolve();
      });
    });
    elected.set(0);
    await Promise.all(running.map((each) => each.end()));
  }

  private start({ name, seconds, atStart, run }: Found, stop: AbortSignal): Repeated {
    const work = async (): Promise<'more' | 'done'> => {
      const answer = await run(stop);
      runs.inc({ chore: name, result: 'done' });
      lastDone.set({ chore: name }, Date.now() / 1_000);
      return answer === 'more' ? 'more' : 'done';
    };
    const failed = (error: unknown): void => {
      runs.inc({ chore: name, result: 'failed' });
      this.logger.warn({ err: error }, `chore ${name} failed; it runs again later`);
    };
    return repeat(this.pauseOf(seconds) * 1_000, work, failed, atStart ? 'now' : 'later');
  }

  private pauseOf(seconds: number | string): number {
    if (typeof seconds === 'number') return seconds;
    const value = (this.config as Record<string, unknown>)[seconds];
    if (typeof value !== 'number') throw new Error(`there is no setting ${seconds} that holds seconds`);
    return value;
  }

  private find(): Found[] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance = wrapper.instance as Record<string, ChoreMethod> | null | undefined;
      if (!wrapper.isDependencyTreeStatic() || !instance || typeof instance !== 'object') return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((method) => {
        const options = this.discovery.getMetadataByDecorator(Chore, wrapper, method);
        const run = instance[method];
        return options && run ? [{ ...options, run: run.bind(instance) }] : [];
      });
    });
  }
}
