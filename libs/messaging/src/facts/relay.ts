import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Nats } from '../nats.js';
import type { Leases } from '../storage/leases.js';
import { toMessages, type FactMessage } from './publish/fact-message.js';
import { isPublic, type FactSource, type WaitingFact } from './fact-source.js';
import { watchLags } from './publish/fact-lag.js';
import { publishInOrder, type Published } from './publish/publish-in-order.js';
import type { RelayStateStore } from './publish/relay-state.store.js';
import { watchFill } from './publish/stream-fill.js';
import { StreamGuard } from './publish/stream-guard.js';

const batchSize = 500;
const idleMs = 1_000;
const gatherMs = 15;
const retryMs = 300;

class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Publishes the facts of one source in commit order, on the replica that holds its lease. Each message names its place
 * in the stream, and a batch has one message for each subject. So the order of a subject survives any failure, also a
 * former holder that publishes beside a new one.
 */
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  private readonly guard: StreamGuard;
  private isElected = false;
  private woken: (() => void) | undefined;
  private unwatch: (() => void) | undefined;
  private hasWork = true;
  private lastSequence = 0;
  /** Facts that the stream has but that still wait, behind a fact that the stream does not have. */
  private readonly stored = new Set<string>();

  constructor(
    private readonly leases: Leases,
    private readonly nats: Nats,
    private readonly state: RelayStateStore,
    private readonly source: FactSource,
  ) {
    this.guard = new StreamGuard(nats, source);
  }

  onApplicationBootstrap(): void {
    this.nats.onReconnect(() => {
      this.guard.doubt();
    });
    this.leases.hold(`relay of ${this.source.stream}`, (lost) => this.publishUntil(lost));
    const fill = watchFill(this.nats, this.nats.streamOf(this.source.stream));
    const lags = watchLags(this.nats, this.source);
    this.unwatch = () => {
      fill();
      lags();
    };
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }

  /** Tells the elected replica that there are new facts, over NATS if it is another one. */
  wake(): void {
    if (this.isElected) this.signal();
    else if (this.nats.connected) this.nats.current?.publish(this.nats.subject('wake', this.source.stream));
  }

  private signal(): void {
    this.hasWork = true;
    this.woken?.();
  }

  private async publishUntil(lost: AbortSignal): Promise<void> {
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    lost.addEventListener('abort', () => {
      resolve(undefined);
      this.signal();
    });
    const connection = await Promise.race([this.nats.connection(), end]);
    if (!connection) return;
    const wakes = connection.subscribe(this.nats.subject('wake', this.source.stream), {
      callback: () => {
        this.signal();
      },
    });
    this.isElected = true;
    this.stored.clear();
    this.guard.doubt();
    while (!lost.aborted) {
      try {
        await this.publishWaiting(lost);
        await this.rest();
      } catch (error) {
        await this.recover(error, lost);
      }
    }
    this.isElected = false;
    wakes.unsubscribe();
  }

  private async publishWaiting(lost: AbortSignal): Promise<void> {
    for (;;) {
      if (lost.aborted || !this.nats.connected) return;
      await this.verify();
      this.hasWork = false;
      const facts = await this.source.waiting(batchSize);
      if (facts.length === 0) return;
      if ((await this.publishAll(facts, lost)) === 'not alone') {
        this.guard.doubt();
        await sleep(retryMs);
        return;
      }
      if (facts.length === batchSize) continue;
      // A fact that is published later wakes the relay.
      if (!facts.some(isPublic)) return;
      // Under load the next batch gathers meanwhile: few large batches cost less than many small ones.
      await sleep(gatherMs);
    }
  }

  private async verify(): Promise<void> {
    const look = await this.guard.verify(this.state);
    if (look?.hasLost === true) this.stored.clear();
    this.lastSequence = look?.lastSequence ?? this.lastSequence;
  }

  private async publishAll(facts: WaitingFact[], lost: AbortSignal): Promise<'done' | 'not alone'> {
    for (let left = facts; left.length > 0 && !lost.aborted;) {
      const done = await this.publish(left);
      if (done === 'not alone') return done;
      left = left.slice(done);
    }
    return 'done';
  }

  /** Publishes those of these facts that the stream does not have. Returns how many are marked as published. */
  private async publish(facts: WaitingFact[]): Promise<number | 'not alone'> {
    const messages = toMessages(facts.filter(isPublic).filter(({ messageId }) => !this.stored.has(messageId)));
    // In one transaction, so that we notice the loss of any fact that is marked as published.
    const published = await this.state.writeAlone(this.source.stream, async () => {
      const result = await this.toStream(messages);
      for (const id of result.stored.flatMap(({ ids }) => ids)) this.stored.add(id);
      if (result.stored.length > 0) await this.guard.remember(this.state, result.lastSequence);
      return { ...result, done: await this.mark(facts) };
    });
    if (published === 'not alone') return published;
    this.lastSequence = published.lastSequence;
    if (published.refusal !== undefined) throw new Refusal(published.refusal);
    return published.done;
  }

  /** Marks the facts before the first public one that the stream does not have. */
  private async mark(facts: WaitingFact[]): Promise<number> {
    const left = facts.findIndex((fact) => isPublic(fact) && !this.stored.has(fact.messageId));
    const done = left < 0 ? facts : facts.slice(0, left);
    if (done.length > 0) await this.source.published(done);
    for (const { messageId } of done) this.stored.delete(messageId);
    return done.length;
  }

  private async toStream(messages: FactMessage[]): Promise<Published> {
    const addressing = {
      subjectOf: (name: string): string => this.nats.subject('fact', name),
      inbox: this.nats.inbox,
    };
    return publishInOrder(await this.nats.connection(), messages, addressing, this.lastSequence);
  }

  private async recover(error: unknown, lost: AbortSignal): Promise<void> {
    if (lost.aborted) return;
    this.logger.warn({ err: error }, 'could not publish; trying again');
    this.guard.doubt();
    // The database may not have recorded the stream with these facts, and then their loss would go unnoticed.
    if (!(error instanceof Refusal)) this.stored.clear();
    await sleep(retryMs);
  }

  /** Waits until a wake, at most a second, because a wake may be lost. */
  private async rest(): Promise<void> {
    if (this.hasWork && this.nats.connected) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.woken = resolve)),
      sleep(idleMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    this.woken = undefined;
    timer.abort();
  }
}
