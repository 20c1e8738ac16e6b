import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Nats } from '../nats.js';
import { toMessages } from './publish/fact-message.js';
import type { FactSource } from './fact-source.js';
import { watchLags } from './publish/fact-lag.js';
import { publishInOrder } from './publish/publish-in-order.js';
import { RelaySession } from './publish/relay-session.store.js';
import { watchFill } from './publish/stream-fill.js';
import { StreamGuard } from './publish/stream-guard.js';

const batchSize = 500;
const idleMs = 1_000;
const gatherMs = 15;
const retryMs = 300;

/**
 * Publishes the facts of one source in commit order, on one replica at a time. Each message says which place in the stream
 * it must get, so that the order survives any failure.
 */
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  private readonly guard: StreamGuard;
  private readonly stopped = new AbortController();
  private session: RelaySession | undefined;
  private running: Promise<void> | undefined;
  private woken: (() => void) | undefined;
  private unwatch: (() => void) | undefined;
  private hasWork = true;
  private lastSequence = 0;

  constructor(
    private readonly database: DataSource,
    private readonly nats: Nats,
    private readonly source: FactSource,
  ) {
    this.guard = new StreamGuard(nats, source);
  }

  onApplicationBootstrap(): void {
    this.nats.onReconnect(() => {
      this.guard.doubt();
    });
    const fill = watchFill(this.nats, this.nats.streamOf(this.source.stream));
    const lags = watchLags(this.nats, this.source);
    this.unwatch = () => {
      fill();
      lags();
    };
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    this.signal();
    this.unwatch?.();
    await this.running;
  }

  /** Tells the elected replica, over NATS if it is another one, that there are new facts. */
  wake(): void {
    if (this.session) this.signal();
    else if (this.nats.connected) this.nats.current?.publish(this.nats.subject('wake', this.source.stream));
  }

  private signal(): void {
    this.hasWork = true;
    this.woken?.();
  }

  private async run(): Promise<void> {
    const connection = await Promise.race([this.nats.connection(), this.whenStopped()]);
    if (!connection) return;
    const wakes = connection.subscribe(this.nats.subject('wake', this.source.stream), {
      callback: () => {
        this.signal();
      },
    });
    while (!this.stopped.signal.aborted) {
      try {
        const session = await this.obtainSession();
        if (session) await this.publishWaiting(session);
        await this.rest();
      } catch (error) {
        await this.recover(error);
      }
    }
    wakes.unsubscribe();
    await this.closeSession();
  }

  private async publishWaiting(session: RelaySession): Promise<void> {
    const connection = await this.nats.connection();
    const addressing = {
      subjectOf: (name: string): string => this.nats.subject('fact', name),
      inbox: this.nats.inbox,
    };
    for (;;) {
      if (this.stopped.signal.aborted || !this.nats.connected) return;
      this.lastSequence = (await this.guard.verify(session)) ?? this.lastSequence;
      this.hasWork = false;
      const facts = await session.run(() => this.source.waiting(batchSize));
      if (facts.length === 0) return;
      const messages = toMessages(facts);
      this.lastSequence = await publishInOrder(connection, messages, addressing, this.lastSequence);
      // This order lets us notice the loss of any fact that is marked as published.
      await this.guard.remember(session, this.lastSequence);
      await session.run(() => this.source.published(facts));
      // The next batch gathers meanwhile under load: few large batches cost less than many small ones.
      if (facts.length < batchSize) await sleep(gatherMs);
    }
  }

  private async obtainSession(): Promise<RelaySession | undefined> {
    if (this.session) return this.session;
    this.session = await RelaySession.open(this.database, this.source.stream);
    if (this.session) this.guard.doubt();
    return this.session;
  }

  private async closeSession(): Promise<void> {
    const session = this.session;
    this.session = undefined;
    await session?.close();
  }

  private async recover(error: unknown): Promise<void> {
    if (this.stopped.signal.aborted) return;
    this.logger.warn({ err: error }, 'could not publish; trying again');
    this.guard.doubt();
    await this.closeSession();
    await Promise.race([sleep(retryMs), this.whenStopped()]);
  }

  /** Waits until woken, and at most a second, because a wake-up may get lost. */
  private async rest(): Promise<void> {
    if (this.hasWork && this.session && this.nats.connected) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.woken = resolve)),
      sleep(idleMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    this.woken = undefined;
    timer.abort();
  }

  private whenStopped(): Promise<undefined> {
    return new Promise((resolve) => {
      const stop = (): void => {
        resolve(undefined);
      };
      if (this.stopped.signal.aborted) stop();
      else this.stopped.signal.addEventListener('abort', stop, { once: true });
    });
  }
}
