import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import type { FactSource } from './fact-source.js';
import { Nats } from './nats.js';
import { publishInOrder } from './publish-in-order.js';
import { StreamGuard } from './stream-guard.js';

const batchSize = 500;
const idleMs = 1_000;

/**
 * Publishes the facts of one source in commit order. One replica at a time does it (an advisory lock is the lease). Each
 * message names its predecessor, so that order survives any failure.
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
  private lastMessageId: string | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly nats: Nats,
    private readonly source: FactSource,
  ) {
    this.guard = new StreamGuard(database, nats, source);
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
        if (await this.holdLease()) await this.publishWaiting();
        await this.rest();
      } catch (error) {
        await this.recover(error);
      }
    }
    wakes.unsubscribe();
    await this.releaseLease();
  }

  private async publishWaiting(): Promise<void> {
    const connection = await this.nats.connection();
    const subjectOf = (name: string): string => this.nats.subject('fact', name);
    for (;;) {
      if (this.stopped.signal.aborted || !this.nats.connected) return;
      const last = await this.guard.verify();
      if (last) this.lastMessageId = last.messageId;
      this.hasWork = false;
      const facts = await this.source.waiting(batchSize);
      if (facts.length === 0) return;
      const sequence = await publishInOrder(connection, facts, subjectOf, this.lastMessageId);
      this.lastMessageId = facts.at(-1)?.messageId;
      await this.source.published(facts);
      await this.guard.remember(sequence);
    }
  }

  private async holdLease(): Promise<boolean> {
    if (this.lease) {
      // A dead session has lost the lock: the query throws, and recover() lets go of it.
      await this.lease.query('SELECT 1');
      return true;
    }
    const runner = this.database.createQueryRunner();
    try {
      await runner.connect();
      const [row] = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [
        this.lock,
      ])) as {
        held: boolean;
      }[];
      if (row?.held) {
        this.lease = runner;
        this.guard.doubt();
        return true;
      }
    } catch (error) {
      await runner.release();
      throw error;
    }
    await runner.release();
    return false;
  }

  private get lock(): string {
    return `relay of ${this.source.stream}`;
  }

  private async releaseLease(): Promise<void> {
    const runner = this.lease;
    this.lease = undefined;
    if (!runner) return;
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
