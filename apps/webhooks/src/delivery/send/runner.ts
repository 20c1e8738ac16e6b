import type { Shipped } from '../../requests/shipment.js';
import type { LogEvent } from '../../log/log-event.js';
import type { Target } from '../../subscriptions/targets.service.js';
import { composeRecord } from '../record/compose-record.js';
import type { DeliveryRecord } from '../record/delivery-record.js';
import type { Backlog } from './backlog.js';
import type { Batch } from './compose-batch.js';
import type { CourierServices } from './courier-services.js';
import type { Dispatch } from './dispatch.js';
import type { Lease } from './lease.js';
import type { Offer } from './offer.js';
import { paceOf, type Pace } from './pace.js';
import type { Pass } from './admission.js';
import type { Wish } from './places.js';

/** The courier, as the runners of its queues see it. */
export interface Employer {
  readonly target: Target;
  readonly services: CourierServices;
  readonly dispatch: Dispatch;
  readonly lease: Lease;
  /** False when no request may begin any more. */
  readonly active: boolean;
  /** True if the queue may send its next batch without another turn. */
  readonly goesOn: boolean;
  /** True if the courier would wait for events now, and record with them what was delivered before. */
  readonly mayWait: boolean;
  /** Lets the courier look for batches. */
  readonly wake: () => void;
  /** Is told when a batch has its place among the requests under way. */
  readonly admitted: () => void;
  /** Adds what the whole webhook needs to the record of one of its queues. */
  complete(record: DeliveryRecord, runner: Runner): DeliveryRecord;
  /** Is told when the record is written. */
  written(runner: Runner): void;
}

/**
 * A batch that was delivered is recorded with the next one, or this long after it and after the last offer. Until then it counts
 * as under way.
 */
const recordedMs = 100;

/** Sends the batches of one queue: of a webhook, or of one of its lanes. One request is under way at a time. */
export class Runner {
  /** The id of the batch that is frozen in the database. */
  private frozen: string | undefined;
  private offered: Batch | undefined;
  /** The last delivery, if it is to be recorded with the next batch. */
  private unrecorded: { record: DeliveryRecord; until: number } | undefined;
  /** Nothing is sent before this moment. */
  dueAt: number;
  /** The queue may have events. */
  news = true;
  /** False while a batch in memory waits for its place among the requests under way. */
  admitted = true;

  constructor(
    readonly backlog: Backlog,
    private readonly employer: Employer,
    dueAt = -Infinity,
  ) {
    this.dueAt = dueAt;
  }

  get pace(): Pace {
    return paceOf(this.backlog.state.lastMs);
  }

  /** The milliseconds until the last delivery must be recorded; undefined if it is. */
  get recordsIn(): number | undefined {
    return this.unrecorded && Math.max(0, this.unrecorded.until - performance.now());
  }

  /** Records the last delivery, if it is not recorded yet. */
  async settle(): Promise<void> {
    this.offered = undefined;
    if (this.unrecorded) await this.write({ ...this.unrecorded.record, state: this.backlog.state });
  }

  /** A batch of events that are to be appended. It counts only if no turn begins before the commit. */
  offer(events: readonly LogEvent[]): Offer | undefined {
    const { lease, wake } = this.employer;
    const batch = this.backlog.chooseFresh(events);
    if (!batch) return undefined;
    this.offered = batch;
    if (this.unrecorded) this.unrecorded.until = performance.now() + recordedMs;
    const { id, to, count, hash, names } = batch;
    const { attempt } = this.unrecorded?.record ?? {};
    const record = { ...lease.claimed, lease: 'keep' as const, ...(attempt ? { attempt } : {}) };
    return {
      bytes: batch.body.length,
      record: { ...record, state: { ...this.backlog.state, batch: { id, to, count, hash, names } } },
      accept: (askedAt, start) => {
        if (this.offered !== batch || !this.employer.active) return;
        lease.confirm(askedAt);
        this.offered = { ...batch, from: batch.from + start, to: batch.to + start };
        this.backlog.freeze(this.offered);
        this.frozen = batch.id;
        this.unrecorded = undefined;
        wake();
      },
    };
  }

  /** Returns whether there was a batch. */
  async turn(): Promise<boolean> {
    const { offered } = this;
    this.offered = undefined;
    this.admitted = false;
    try {
      const batch = offered && this.frozen === offered.id ? offered : await this.backlog.next();
      if (batch) await this.deliverFrom(batch);
      return batch !== undefined;
    } finally {
      this.admitted = true;
    }
  }

  private async deliverFrom(first: Batch): Promise<void> {
    const { services, target } = this.employer;
    // The batch may wait long for its place.
    if (this.unrecorded) await this.confirm(first);
    // Waits for the secrets before it takes the place of another request.
    await services.outbound.secretsOf(target);
    const wish: Wish = { pace: this.pace, client: target.client_id, host: target.url.hostname };
    const pass = await services.admission.enter(wish);
    this.admitted = true;
    this.employer.admitted();
    try {
      let batch: Batch | undefined = first;
      while (batch && this.employer.active) batch = await this.deliver(batch, pass);
    } finally {
      pass.leave();
    }
  }

  /** Sends one batch; returns the next one if it is frozen already. */
  private async deliver(batch: Batch, pass: Pass): Promise<Batch | undefined> {
    const { target, lease } = this.employer;
    const { outbound } = this.employer.services;
    const shipment = { target, batchId: batch.id, eventIds: batch.eventIds, trace: batch.trace, body: batch.body };
    for (;;) {
      await outbound.secretsOf(target);
      if (!lease.fresh) await this.confirm(batch);
      // Nothing is awaited between this check and the request, so a process that was frozen in between asks again.
      while (this.employer.active && !(this.frozen === batch.id && lease.safe)) await this.confirm(batch);
      if (!this.employer.active) return undefined;
      // The secrets may have changed while the database answered.
      const secrets = outbound.secretsAtHand(target);
      if (secrets) return this.record(batch, await outbound.send(shipment, secrets), pass);
    }
  }

  /** Makes sure that the batch is frozen, the lease outlasts the request, and the webhook has its claimed version. */
  private async confirm(batch: Batch): Promise<void> {
    this.backlog.freeze(batch);
    await this.write({ ...this.employer.lease.claimed, state: this.backlog.state, lease: 'keep' });
  }

  private async record(batch: Batch, shipped: Shipped, pass: Pass): Promise<Batch | undefined> {
    const { target, services, lease, dispatch } = this.employer;
    const { backlog } = this;
    const given = { claimed: lease.claimed, target, state: backlog.state, batch, shipped, now: services.clock.now() };
    const { result, record } = composeRecord(given);
    backlog.state = record.state;
    if (this.pace !== pass.pace) dispatch.paceChanged(target.webhook_id);
    this.frozen = undefined;
    if (result.kind === 'disable') {
      lease.accept(await services.givingUp.giveUp(this.employer.complete(record, this), result.reason));
      lease.close();
      return undefined;
    }
    const next = record.lease === 'keep' && this.goesOn(pass) ? backlog.freezeAtHand() : undefined;
    this.dueAt = record.dueAt?.getTime() ?? -Infinity;
    if (result.kind === 'delivered' && !next && this.employer.mayWait) {
      this.unrecorded = { record, until: performance.now() + recordedMs };
      return undefined;
    }
    await this.write({ ...record, state: backlog.state });
    if (record.dueAt) dispatch.lookAt(record.dueAt);
    return next;
  }

  private goesOn(pass: Pass): boolean {
    return this.employer.active && this.employer.goesOn && this.pace === pass.pace && !pass.contended();
  }

  private async write(given: DeliveryRecord): Promise<void> {
    const record = { ...this.unrecorded?.record, ...given };
    this.unrecorded = undefined;
    await this.employer.lease.write(this.employer.complete(record, this));
    this.frozen = record.state.batch?.id;
    this.employer.written(this);
  }
}
