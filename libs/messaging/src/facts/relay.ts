import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { FactSource } from './fact-source.js';
import { Nats } from '../nats.js';
import { toMessages } from './fact-message.js';
import { publishInOrder } from './publish-in-order.js';
import { StreamGuard } from './stream-guard.js';

const batchSize = 500;
const idleMs = 1_000;
const gatherMs = 15;

/**
 * Publishes the facts of one source in commit order. One replica at a time does it (an advisory lock is the lease). Each
 * message says which place in the stream it must get, so that order survives any failure.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  private readonly guard: StreamGuard;
  private readonly stopped = new AbortController();
  private lease: QueryRunner | undefined;
  private running: Promise<void> | undefined;
  private woken: (() => void) | undefined;
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
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    this.signal();
    await this.running;
  }

  /** There are new facts. The replica that holds the lease may be another one: it is told over NATS. */
  wake(): void {
    if (this.lease) this.signal();
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
        const session = await this.holdLease();
        if (session) await this.publishWaiting(session.manager);
        await this.rest();
      } catch (error) {
        await this.recover(error);
      }
    }
    wakes.unsubscribe();
    await this.releaseLease();
  }

  private async publishWaiting(session: EntityManager): Promise<void> {
    const connection = await this.nats.connection();
    const addressing = {
      subjectOf: (name: string): string => this.nats.subject('fact', name),
      inbox: this.nats.inbox,
    };
    for (;;) {
      if (this.stopped.signal.aborted || !this.nats.connected) return;
      this.lastSequence = (await this.guard.verify(session)) ?? this.lastSequence;
      this.hasWork = false;
      const facts = await this.source.waiting(session, batchSize);
      if (facts.length === 0) return;
      const messages = toMessages(facts);
      this.lastSequence = await publishInOrder(connection, messages, addressing, this.lastSequence);
      // In this order: the loss of what is marked as published must be noticed.
      await this.guard.remember(session, this.lastSequence);
      await this.source.published(session, facts);
      // Under load the next batch gathers meanwhile; fewer and larger ones cost less.
      if (facts.length < batchSize) await sleep(gatherMs);
    }
  }

  private async holdLease(): Promise<QueryRunner | undefined> {
    if (this.lease) return this.lease;
    const runner = this.database.createQueryRunner();
    try {
      await runner.connect();
      const [row] = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [
        this.lock,
      ])) as {
        held: boolean;
      }[];
      if (row?.held) {
        await runner.query('SET synchronous_commit = off');
        this.lease = runner;
        this.guard.doubt();
        return runner;
      }
    } catch (error) {
      await runner.release();
      throw error;
    }
    await runner.release();
    return undefined;
  }

  private get lock(): string {
    return `relay of ${this.source.stream}`;
  }

  private async releaseLease(): Promise<void> {
    const runner = this.lease;
    this.lease = undefined;
    if (!runner) return;
    await runner.query('RESET synchronous_commit').catch(() => undefined);
    await runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [this.lock]).catch(() => undefined);
    await runner.release().catch(() => undefined);
  }

  private async recover(error: unknown): Promise<void> {
    if (this.stopped.signal.aborted) return;
    this.logger.warn({ err: error }, 'could not publish; trying again');
    this.guard.doubt();
    await this.releaseLease();
    await Promise.race([sleep(300), this.whenStopped()]);
  }

  /** Until woken; looks by itself once a second, because a wake-up may get lost. */
  private async rest(): Promise<void> {
    if (this.hasWork && this.lease && this.nats.connected) return;
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
