import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Nats } from '../nats.js';
import type { Leases } from '../storage/leases.js';
import { toMessages } from './publish/fact-message.js';
import { isPublic, type FactSource, type Unmarked, type WaitingFact } from './fact-source.js';
import { watchLags } from './publish/fact-lag.js';
import { freshMs, HandedFacts, type Handed, type Taken } from './publish/handed-facts.js';
import { OrderedPublisher } from './publish/publish-in-order.js';
import type { RelayStateStore } from './publish/relay-state.store.js';
import { watchFill } from './publish/stream-fill.js';
import { StreamGuard } from './publish/stream-guard.js';

const batchSize = 500;
const idleMs = 3_000;
const gatherMs = 15;
const retryMs = 300;
/** Published facts are marked after this time, many at once: a mark costs more than the publication of a few facts. */
const markMs = 500;

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
  private readonly publisher: OrderedPublisher;
  private isElected = false;
  private woken: (() => void) | undefined;
  private unwatch: (() => void) | undefined;
  private hasWork = true;
  /** True when there may be facts that were not handed over. */
  private mustRead = true;
  private readAgainAt = 0;
  private readonly handed = new HandedFacts();
  /** The positions of the unmarked facts, and of the last marked one. */
  private taken = new Set<string>();
  private lastSequence = 0;
  /** Facts that the stream has but that still wait, behind a fact that the stream does not have. */
  private readonly stored = new Set<string>();
  /**
   * Facts that are published, or passed over, and not yet marked in the database. If this process dies,
   * the next relay publishes them again, and the consumers recognise them.
   */
  private unmarked: Unmarked[] = [];
  private markAt = 0;
  /** True when a message was published since the last mark. */
  private toRemember = false;

  constructor(
    private readonly leases: Leases,
    private readonly nats: Nats,
    private readonly state: RelayStateStore,
    private readonly source: FactSource,
  ) {
    this.guard = new StreamGuard(nats, source);
    this.publisher = new OrderedPublisher(nats);
  }

  onApplicationBootstrap(): void {
    this.nats.onReconnect(() => {
      this.guard.doubt();
      // Wakes of other replicas may have been lost meanwhile.
      this.signal();
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
    else this.nats.tell(this.nats.subject('wake', this.source.stream));
  }

  /**
   * Takes facts that this process has just committed. They need not be read if their predecessors are taken, too. A
   * wake tells the replica that is elected instead.
   */
  handOver(handed: Handed): void {
    if (this.isElected && this.handed.add(handed)) {
      this.hasWork = true;
      this.woken?.();
    } else this.wake();
  }

  private signal(): void {
    this.mustRead = true;
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
    this.forget();
    this.guard.doubt();
    while (!lost.aborted) {
      try {
        await this.publishWaiting(lost);
        if (this.isMarkDue()) await this.mark();
        await this.rest();
      } catch (error) {
        await this.recover(error, lost);
      }
    }
    this.isElected = false;
    wakes.unsubscribe();
    // Without the marks, the next relay publishes these facts once more. A lost lease leaves the work to it.
    await this.mark().catch(() => undefined);
  }

  private async publishWaiting(lost: AbortSignal): Promise<void> {
    while (this.isWoken()) {
      if (lost.aborted || !this.nats.connected) return;
      await this.verify();
      this.hasWork = false;
      const { facts, more, since } = this.takeHanded() ?? (await this.read());
      if (facts.length === 0) return;
      await this.publishAll(facts, since + freshMs, lost);
      if (this.unmarked.length >= batchSize || this.isMarkDue()) await this.mark();
      if (more) this.signal();
      // Under load the next batch gathers meanwhile: few large batches cost less than many small ones.
      else if (this.isWoken()) await sleep(gatherMs);
    }
  }

  /** True when there may be facts to publish. */
  private isWoken(): boolean {
    return this.hasWork;
  }

  private isMarkDue(): boolean {
    return performance.now() >= this.markAt;
  }

  /** Undefined if there may be others before them. */
  private takeHanded(): Taken | undefined {
    if (this.mustRead || performance.now() >= this.readAgainAt) return undefined;
    const taken = this.handed.take(this.taken);
    return taken.facts.length > 0 && taken.since + freshMs > performance.now() ? taken : undefined;
  }

  private async read(): Promise<Taken> {
    this.mustRead = false;
    // The database has them, too. Those that are handed over from now on may not be among what it answers.
    this.handed.clear();
    const since = performance.now();
    this.readAgainAt = since + idleMs;
    const { facts, more, base } = await this.source.waiting(batchSize, this.unmarked);
    this.handed.leaveOut(facts);
    // A database that has lost transactions in a failover may give their positions again.
    if (this.unmarked.length === 0) this.taken = new Set(base === undefined ? [] : [base]);
    return { facts, more, since };
  }

  private async verify(): Promise<void> {
    const look = await this.guard.verify(this.state);
    if (!look) return;
    // NATS has lost what we published: the facts that are not marked yet are published again.
    if (look.hasLost || look.lastSequence < this.lastSequence) this.forget();
    this.lastSequence = look.lastSequence;
  }

  private forget(): void {
    this.stored.clear();
    this.unmarked = [];
    this.taken.clear();
    this.mustRead = true;
    this.hasWork = true;
    this.toRemember = false;
  }

  /** Publishes something of each read, however long the read took: NATS refuses a former holder by the place that it names. */
  private async publishAll(facts: WaitingFact[], until: number, lost: AbortSignal): Promise<void> {
    let left = facts;
    do left = left.slice(await this.publish(left));
    while (left.length > 0 && !lost.aborted && performance.now() < until);
    if (left.length > 0) this.signal();
  }

  /** Publishes those of these facts that the stream does not have. Returns how many need nothing but their mark now. */
  private async publish(facts: WaitingFact[]): Promise<number> {
    const messages = toMessages(facts.filter(isPublic).filter(({ messageId }) => !this.stored.has(messageId)));
    const { stored, lastSequence, refusal } = await this.publisher.publish(messages, this.lastSequence);
    for (const id of stored.flatMap(({ ids }) => ids)) this.stored.add(id);
    if (stored.length > 0) this.toRemember = true;
    this.lastSequence = lastSequence;
    const done = this.noteDone(facts);
    if (refusal !== undefined) throw new Refusal(refusal);
    return done;
  }

  /** Notes the facts before the first public one that the stream does not have. */
  private noteDone(facts: WaitingFact[]): number {
    const left = facts.findIndex((fact) => isPublic(fact) && !this.stored.has(fact.messageId));
    const done = left < 0 ? facts : facts.slice(0, left);
    if (done.length > 0 && this.unmarked.length === 0) this.markAt = performance.now() + markMs;
    for (const { messageId, position, base } of done) {
      this.stored.delete(messageId);
      this.unmarked.push({ messageId, position, ...(base === undefined ? {} : { base }) });
      this.taken.add(position);
    }
    return done.length;
  }

  /** Marks facts together with the end of the stream, so that we notice the loss of any marked fact. */
  private async mark(): Promise<void> {
    if (this.unmarked.length === 0) return;
    const writes = [this.source.published(this.unmarked)];
    if (this.toRemember) writes.push(this.guard.remembered(this.state, this.lastSequence));
    if (!(await this.state.writeInTurn(this.source.stream, writes))) {
      this.guard.doubt();
      this.markAt = performance.now() + retryMs;
      return;
    }
    this.taken = new Set(this.unmarked.slice(-1).map(({ position }) => position));
    this.unmarked = [];
    this.toRemember = false;
  }

  private async recover(error: unknown, lost: AbortSignal): Promise<void> {
    if (lost.aborted) return;
    this.logger.warn({ err: error }, 'could not publish; trying again');
    this.guard.doubt();
    this.signal();
    // The database may not have recorded the stream with these facts, and then their loss would go unnoticed.
    if (!(error instanceof Refusal)) this.forget();
    await sleep(retryMs);
  }

  /** Waits until a wake or a mark is due. After three seconds it looks for facts, too, because a wake may be lost. */
  private async rest(): Promise<void> {
    if (this.hasWork && this.nats.connected) return;
    const untilMark = this.unmarked.length > 0 ? this.markAt - performance.now() : idleMs;
    const restMs = Math.min(idleMs, Math.max(1, untilMark));
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.woken = resolve;
      timer = setTimeout(resolve, restMs);
    });
    clearTimeout(timer);
    this.woken = undefined;
    // Facts that were handed over meanwhile need no read.
    if (restMs === idleMs && !this.hasWork) this.signal();
  }
}
