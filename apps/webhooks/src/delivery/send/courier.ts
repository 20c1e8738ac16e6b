import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Logger } from '@nestjs/common';
import type { Shipped } from '../../requests/shipment.js';
import type { Target } from '../../subscriptions/targets.service.js';
import type { Claim } from '../claim/claim.store.js';
import { composeRecord } from '../record/compose-record.js';
import { Backlog } from './backlog.js';
import { Bell } from './bell.js';
import type { Batch } from './compose-batch.js';
import type { CourierServices } from './courier-services.js';
import type { Dispatch } from './dispatch.js';
import { laneOf, type Lane } from './lane.js';
import type { Pass } from './lanes.js';
import { Lease } from './lease.js';
import type { Wish } from './places.js';

/** The lease is kept this long after the last event, because another event often follows. */
const lingerMs = 1_000;
const troubleMs = 2_000;

/** Delivers to one webhook, whose lease this process holds, until its queue is empty or the lease is lost. */
export class Courier {
  private readonly logger = new Logger('Courier');
  private readonly lease: Lease;
  private readonly backlog: Backlog;
  private readonly bell = new Bell();
  /** The id of the batch that is frozen in the database. */
  private frozen: string | undefined;
  private stopping = false;
  /** The courier yielded its place although there may have been more to deliver. */
  private yielded = false;

  constructor(
    { state, ...claimed }: Claim,
    private readonly target: Target,
    private readonly services: CourierServices,
    private readonly dispatch: Dispatch,
  ) {
    this.lease = new Lease(claimed, services.recorder, services.terms.safeMs);
    this.backlog = new Backlog(state, target, services.log, services.tail);
  }

  get wish(): Wish {
    return { lane: this.lane, client: this.target.client_id, host: this.target.url.hostname };
  }

  /** True if the courier may leave something to deliver behind. */
  get leavesNews(): boolean {
    return this.bell.rung || this.yielded || this.lease.outdated;
  }

  /** Tells the courier that there may be new events of these names, or of any name. */
  poke(names?: readonly WebhookEventName[]): void {
    if (!names || names.some((name) => this.target.names.includes(name))) this.bell.ring();
  }

  /** Tells the courier that the webhook or its lease may have changed. */
  doubt(): void {
    this.lease.doubt();
    this.bell.wake();
  }

  /** Tells the courier that other webhooks wait for its place. */
  press(): void {
    this.bell.wake();
  }

  /** Lets the courier finish the request under way and begin no other. */
  stop(): void {
    this.stopping = true;
    this.bell.wake();
  }

  /** Tells the courier that another process holds the lease. The request under way goes on; its result will not count. */
  lose(): void {
    this.lease.lose();
    this.bell.wake();
  }

  async run(): Promise<void> {
    try {
      while (this.active && (await this.takeTurn()));
      await this.lease.release(this.backlog.passed);
    } catch (error) {
      this.logger.warn({ err: error, webhook: this.target.webhook_id }, 'a delivery failed; trying again');
      await this.pause().catch(() => undefined);
    }
  }

  /** Returns whether another turn may follow. */
  private async takeTurn(): Promise<boolean> {
    this.bell.rung = false;
    const batch = await this.backlog.next();
    if (batch) await this.deliverFrom(batch);
    else await this.linger();
    const more = batch !== undefined || this.bell.rung;
    this.yielded = more && this.active && this.pressed;
    return more && !this.yielded;
  }

  private get active(): boolean {
    return this.lease.held && !this.stopping;
  }

  private get lane(): Lane {
    return laneOf(this.backlog.state.lastMs);
  }

  private get pressed(): boolean {
    return this.dispatch.isPressed(this.target.webhook_id);
  }

  private async linger(): Promise<void> {
    if (!this.lease.doubted && !this.pressed) await this.bell.wait(lingerMs);
  }

  private async deliverFrom(first: Batch): Promise<void> {
    const { lanes, outbound } = this.services;
    // Waits for the secrets before it takes the place of another request.
    await outbound.secretsOf(this.target);
    const pass = await lanes.enter(this.wish);
    try {
      let batch: Batch | undefined = first;
      while (batch && this.active) batch = await this.deliver(batch, pass);
    } finally {
      pass.leave();
    }
  }

  /** Sends one batch; returns the next one if it is frozen already. */
  private async deliver(batch: Batch, pass: Pass): Promise<Batch | undefined> {
    const { target } = this;
    const { outbound } = this.services;
    const shipment = { target, batchId: batch.id, eventIds: batch.eventIds, trace: batch.trace, body: batch.body };
    for (;;) {
      await outbound.secretsOf(target);
      if (!this.lease.fresh) await this.confirm(batch);
      // Nothing is awaited between this check and the request, so a process that was frozen in between asks again.
      while (this.active && !(this.frozen === batch.id && this.lease.safe)) await this.confirm(batch);
      if (!this.active) return undefined;
      // The secrets may have changed while the database answered.
      const secrets = outbound.secretsAtHand(target);
      if (secrets) return this.record(batch, await outbound.send(shipment, secrets), pass);
    }
  }

  /** Makes sure that the batch is frozen, the lease outlasts the request, and the webhook has its claimed version. */
  private async confirm(batch: Batch): Promise<void> {
    this.backlog.freeze(batch);
    await this.lease.write({ ...this.lease.claimed, state: this.backlog.state, lease: 'keep' });
    this.frozen = batch.id;
  }

  private async record(batch: Batch, shipped: Shipped, pass: Pass): Promise<Batch | undefined> {
    const { clock, givingUp } = this.services;
    const { lease, backlog, target } = this;
    const { state } = backlog;
    const given = { claimed: lease.claimed, target, state, batch, shipped, now: clock.now() };
    const { result, record } = composeRecord(given);
    backlog.state = record.state;
    if (this.lane !== pass.lane) this.dispatch.laneChanged(target.webhook_id);
    this.frozen = undefined;
    if (result.kind === 'disable') {
      lease.accept(await givingUp.giveUp(record, result.reason));
      lease.lose();
      return undefined;
    }
    const next = record.lease === 'keep' && this.goesOn(pass) ? backlog.freezeAtHand() : undefined;
    await lease.write({ ...record, state: backlog.state });
    if (record.dueAt) this.dispatch.lookAt(record.dueAt);
    this.frozen = next?.id;
    return next;
  }

  private goesOn(pass: Pass): boolean {
    return this.active && this.lane === pass.lane && !this.pressed && !pass.contended();
  }

  private async pause(): Promise<void> {
    const dueAt = new Date(this.services.clock.now() + troubleMs);
    await this.lease.release(this.backlog.state, dueAt);
    this.dispatch.lookAt(dueAt);
  }
}
