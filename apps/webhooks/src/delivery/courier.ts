import type { WebhookEventName } from '@ces/contracts/webhook-events';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeBatch, recomposeBatch, type Batch } from './compose-batch.js';
import type { CourierTools } from './courier-tools.js';
import type { Lane, Pass } from './lanes.js';
import type { Claim } from './queue.service.js';
import { unsuspicious, type FrozenBatch, type QueueState } from './queue-state.js';
import { settlementOf } from './settlement-of.js';
import type { Settlement, Word } from './settlements.js';
import type { Shipped } from './outbound.js';
import type { Target } from './targets.js';

/** A receiver that takes longer is delivered to in the lane of the slow ones. */
const slowMs = 1_000;
/** After the last event the lease is kept so long: where one came, another may follow. */
const lingerMs = 1_000;
/** The database's last word on the webhook may be so old when a request is begun: so soon sending stops. */
const staleMs = 500;
const troubleMs = 2_000;

/** Delivers to one webhook, whose lease this process holds, until there is nothing left to do or the lease is lost. */
export class Courier {
  private readonly logger = new Logger('Courier');
  private state: QueueState;
  private frozen: string | undefined;
  private confirmedAt = 0;
  private seen = 0;
  private poked = false;
  private wakeUp: (() => void) | undefined;
  private stopping = false;
  private over = false;
  private lastMs: number;

  constructor(
    private readonly claim: Claim,
    private target: Target,
    private readonly tools: CourierTools,
  ) {
    this.state = claim.state;
    this.lastMs = claim.state.attempt > 0 ? slowMs : 0;
  }

  get lane(): Lane {
    return this.lastMs >= slowMs ? 'slow' : 'fast';
  }

  /** Whether it was told of something that it has not looked for. */
  get hasNews(): boolean {
    return this.poked;
  }

  /** There may be something new, if it is for this webhook at all. */
  poke(names?: readonly WebhookEventName[]): void {
    if (names && !names.some((name) => this.target.names.includes(name))) return;
    this.poked = true;
    this.wakeUp?.();
  }

  /** What the database said last no longer counts. */
  doubt(): void {
    this.confirmedAt = 0;
    this.poke();
  }

  /** Finishes the request at hand and takes no other. */
  stop(): void {
    this.stopping = true;
    this.wakeUp?.();
  }

  /** The lease is another's by now. What is under way goes on, for nobody can call it back; its result will not count. */
  lose(): void {
    this.over = true;
    this.wakeUp?.();
  }

  async run(): Promise<void> {
    try {
      while (!this.over) {
        const batch = this.stopping ? undefined : await this.prepare();
        if (batch) await this.deliverFrom(batch);
        else if (this.stopping) await this.release();
        // What was seen holds nothing for this webhook: nobody need look there again.
        else if (!(await this.linger())) await this.release({ cursor: Math.max(this.state.cursor, this.seen) });
      }
    } catch (error) {
      this.logger.warn({ err: error, webhook: this.claim.webhook_id }, 'not delivered; tried again soon');
      await this.release({}, new Date(this.tools.clock.now() + troubleMs)).catch(() => undefined);
    }
  }

  private async deliverFrom(first: Batch): Promise<void> {
    const pass = await this.tools.lanes.enter(this.target.url.host, this.lane);
    try {
      let batch: Batch | undefined = first;
      while (batch && !this.over && !this.stopping) batch = await this.deliver(batch, pass);
    } finally {
      pass.leave();
    }
  }

  /** The batch that is to be sent next: the frozen one again, or a new one. */
  private async prepare(): Promise<Batch | undefined> {
    this.poked = false;
    const { batch } = this.state;
    if (batch) {
      const again = await this.remake(batch);
      if (again) return again;
      // Events of it have left the log with their user. What is left is another batch.
      this.state = { ...this.state, batch: null };
    }
    return this.select(await this.tools.tail.next(this.target, this.state.cursor, this.state.limit));
  }

  private async remake(frozen: FrozenBatch): Promise<Batch | undefined> {
    const reader = { ...this.target, names: frozen.names ?? this.target.names };
    const events = await this.tools.log.readFor(reader, this.state.cursor, frozen.to, frozen.count);
    const batch = recomposeBatch(frozen, events);
    if (batch) this.frozen = batch.id;
    return batch;
  }

  private select({ events, seen }: Awaited<ReturnType<CourierTools['tail']['next']>>): Batch | undefined {
    this.seen = seen;
    const { suspectTo, limit } = this.state;
    if (suspectTo === null) return composeBatch(events, limit);
    const suspects = events.filter(({ position }) => position <= suspectTo);
    if (suspects.length > 0) return composeBatch(suspects, limit);
    this.state = unsuspicious(this.state);
    return composeBatch(events, this.state.limit);
  }

  /** Sends one batch; what comes back is the next one, frozen already. */
  private async deliver(batch: Batch, pass: Pass): Promise<Batch | undefined> {
    if (!(await this.confirm(batch))) return undefined;
    const { target } = this;
    const { id: batchId, eventIds, body } = batch;
    const shipped = await this.tools.outbound.ship({ target, batchId, eventIds, body });
    this.lastMs = shipped.durationMs;
    return this.settle(batch, shipped, pass);
  }

  private async settle(batch: Batch, shipped: Shipped, pass: Pass): Promise<Batch | undefined> {
    const { clock, disabler } = this.tools;
    const { claim, target, state } = this;
    const { verdict, settlement } = settlementOf({ claim, target, state, batch, shipped, now: clock.now() });
    this.state = settlement.state;
    this.frozen = undefined;
    if (verdict.kind === 'disable') {
      await disabler.giveUp(settlement, verdict.reason);
      this.over = true;
      return undefined;
    }
    if (verdict.kind === 'retry') {
      await this.write({ ...settlement, lease: 'release' });
      if (settlement.dueAt) this.tools.alarm(settlement.dueAt);
      this.over = true;
      return undefined;
    }
    const next = this.goesOn(pass) ? this.atHand() : undefined;
    if (next) this.state = { ...this.state, batch: frozenOf(next) };
    await this.write({ ...settlement, state: this.state });
    if (next) this.frozen = next.id;
    return next;
  }

  private goesOn(pass: Pass): boolean {
    return !this.stopping && !this.over && !pass.contended();
  }

  /** The next batch, if it can be had without asking the database. */
  private atHand(): Batch | undefined {
    const found = this.tools.tail.take(this.target, this.state.cursor, this.state.limit);
    return found && this.select(found);
  }

  /** Right before the request: frozen on disk, the lease ours for its duration, and the webhook still wanted. */
  private async confirm(batch: Batch): Promise<boolean> {
    const fresh = performance.now() - this.confirmedAt < staleMs;
    if (!fresh || this.frozen !== batch.id) {
      this.state = { ...this.state, batch: frozenOf(batch) };
      await this.write({ ...this.lease, state: this.state, lease: 'keep' });
      this.frozen = batch.id;
    }
    return !this.over && !this.stopping;
  }

  private async write(settlement: Settlement): Promise<void> {
    const askedAt = performance.now();
    const word = await this.tools.settlements.settle(settlement);
    if (!word) this.over = true;
    else await this.heed(word, askedAt);
  }

  private async heed(word: Word, askedAt: number): Promise<void> {
    this.confirmedAt = askedAt;
    if (!word.enabled) this.stopping = true;
    if (word.version === this.target.version || this.over) return;
    const target = (await this.tools.targets.of([this.claim.webhook_id])).get(this.claim.webhook_id);
    if (!target) {
      this.over = true;
      return;
    }
    // A batch that may have been sent stays as it was, whatever is subscribed to by now.
    const { batch } = this.state;
    if (batch) this.state = { ...this.state, batch: { ...batch, names: batch.names ?? this.target.names } };
    this.target = target;
  }

  /** Until there may be something new; false when nothing came for a while. */
  private async linger(): Promise<boolean> {
    if (!this.poked && !this.stopping && !this.over) {
      const timer = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => (this.wakeUp = resolve)),
        sleep(lingerMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      this.wakeUp = undefined;
      timer.abort();
    }
    return this.poked || this.stopping;
  }

  private async release(change: Partial<QueueState> = {}, dueAt?: Date): Promise<void> {
    if (this.over) return;
    this.over = true;
    const state = { ...this.state, ...change };
    await this.tools.settlements.settle({ ...this.lease, state, lease: 'release', ...(dueAt ? { dueAt } : {}) });
  }

  private get lease(): Pick<Settlement, 'webhook_id' | 'epoch'> {
    return { webhook_id: this.claim.webhook_id, epoch: this.claim.epoch };
  }
}

function frozenOf({ id, to, count, hash, names }: Batch): FrozenBatch {
  return { id, to, count, hash, names };
}
