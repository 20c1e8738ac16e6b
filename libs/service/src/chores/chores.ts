import { Nats } from '@ces/messaging/nats';
import { Leases } from '@ces/messaging/storage/leases';
import { afterCommit } from '@ces/messaging/storage/transactions';
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
/**
 * Chores of the same pause run this long after one another. If all of a service ran at once, each time it would open sessions
 * of the database that it does not keep.
 */
const apartMs = 50;
/** Wakes of this time are one, so that a burst of work begins few runs. */
const gatherMs = 250;

/** Runs every `@Every` method of the service while this replica holds the lease of the chores. */
export class Chores implements OnApplicationBootstrap {
  private readonly logger = new Logger('Chores');
  private readonly chores = new Map<string, FoundChore>();
  /** The chores under way; none unless this replica is elected. */
  private readonly running = new Map<string, Repeated>();
  /** The wakes to come, by chore and moment. */
  private readonly wakes = new Set<string>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly leases: Leases,
    private readonly nats: Nats,
    private readonly config: object,
  ) {}

  onApplicationBootstrap(): void {
    this.find();
    this.leases.hold('chores', (lost) => this.runUntil(lost));
  }

  /**
   * After the commit, runs a chore on the elected replica as soon as `afterMs` have passed. A wake may be lost: the chore finds
   * the work at its next run. A service answers calls before its chores are found: their wakes are lost, too.
   */
  wake(name: string, afterMs = 0): void {
    if (this.chores.size === 0) return;
    if (!this.chores.has(name)) throw new Error(`there is no chore ${name}`);
    afterCommit(() => {
      const at = Math.ceil((Date.now() + afterMs) / gatherMs) * gatherMs;
      const wake = `${name} ${at}`;
      if (this.wakes.has(wake)) return;
      this.wakes.add(wake);
      const ring = () => {
        this.wakes.delete(wake);
        this.ring(name);
      };
      setTimeout(ring, Math.max(0, at - Date.now())).unref();
    });
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
    for (const [name, chore] of this.chores) {
      const laterMs = this.running.size * apartMs;
      this.running.set(name, this.start(chore, lost, laterMs));
    }
    const deaf = this.hear();
    if (!lost.aborted) await once(lost, 'abort');
    elected.set(0);
    // While NATS is away, nothing is heard, and nothing waits for it.
    void deaf.then(
      (end) => {
        end();
      },
      () => undefined,
    );
    const ended = [...this.running.values()].map((each) => each.end());
    this.running.clear();
    await Promise.all(ended);
  }

  private ring(name: string): void {
    if (this.running.size > 0) this.running.get(name)?.wake();
    else this.nats.tell(this.subject, name);
  }

  /** Hears the wakes of other replicas. The result ends it. */
  private async hear(): Promise<() => void> {
    const connection = await this.nats.connection();
    const wakes = connection.subscribe(this.subject, {
      callback: (error, message) => {
        if (!error) this.running.get(message.string())?.wake();
      },
    });
    return () => {
      wakes.unsubscribe();
    };
  }

  private get subject(): string {
    return this.nats.subject('wake', `chores-of-${this.nats.settings.service}`);
  }

  private start({ name, pauseMs, run, atStart }: FoundChore, stop: AbortSignal, laterMs: number): Repeated {
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
    const firstMs = atStart ? 0 : Math.min(pauseMs, firstPauseMs);
    return repeat(pauseMs, work, failed, { afterMs: firstMs + laterMs });
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
