import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Logger } from '@nestjs/common';
import { Backlog } from './backlog.js';
import { Bell } from './bell.js';
import type { Batch } from './compose-batch.js';
import type { CourierTools } from './courier-services.js';
import { laneOf, type Lane, type Pass } from './lanes.js';
import { Lease } from './lease.js';
import type { Shipped } from '../../requests/outbound.service.js';
import type { Wish } from './places.js';
import type { Claim } from '../claim/claim.store.js';
import { settlementOf } from '../record/compose-record.js';
import type { Target } from '../../subscriptions/targets.service.js';

/** After the last event the lease is kept so long: where one came, another may follow. */
const lingerMs = 1_000;
const troubleMs = 2_000;

/** Delivers to one webhook, whose lease this process holds, until there is nothing left to do or the lease is lost. */
export class Courier {
  private readonly logger = new Logger('Courier');
  private readonly lease: Lease;
  private readonly backlog: Backlog;
  private readonly bell = new Bell();
  /** The id of the batch that is surely on disk. */
  private frozen: string | undefined;
  private stopping = false;
  /** It let others go first, and there may have been more to deliver. */
  private gaveWay = false;

  constructor(
    claim: Claim,
    private readonly target: Target,
    private readonly tools: CourierTools,
  ) {
    this.lease = new Lease(claim, tools.settlements, tools.safeMs);
    this.backlog = new Backlog(claim.state, target, tools.log, tools.tail);
  }

  get wish(): Wish {
    return { lane: this.lane, client: this.target.client_id, host: this.target.url.hostname };
  }

  /** Whether there may be something that it left to others. */
  get leavesNews(): boolean {
    return this.bell.rung || this.gaveWay || this.lease.outdated;
  }

  /** There may be something new, if it is for this webhook at all. */
  poke(names?: readonly WebhookEventName[]): void {
    if (!names || names.some((name) => this.target.names.includes(name))) this.bell.ring();
  }

  /** What is known of the webhook or of the lease may not be so any more. */
  doubt(): void {
    this.lease.doubt();
    this.bell.wake();
  }

  /** Others wait for its place. */
  press(): void {
    this.bell.wake();
  }

  /** Finishes the request at hand and takes no other. */
  stop(): void {
    this.stopping = true;
    this.bell.wake();
  }

  /** The lease is another's by now. What is under way goes on, for nobody can call it back; its result will not count. */
  lose(): void {
    this.lease.lose();
    this.bell.wake();
  }

  async run(): Promise<void> {
    try {
      while (this.active && (await this.takeTurn()));
      await this.lease.release(this.backlog.passed);
    } catch (error) {
      this.logger.warn({ err: error, webhook: this.target.webhook_id }, 'not delivered; tried again soon');
      await this.pause().catch(() => undefined);
    }
  }

  /** Whether another one may follow. */
  private async takeTurn(): Promise<boolean> {
    this.bell.rung = false;
    const batch = await this.backlog.next();
    if (batch) await this.deliverFrom(batch);
    else await this.linger();
    const more = batch !== undefined || this.bell.rung;
    this.gaveWay = more && this.active && this.pressed;
    return more && !this.gaveWay;
  }

  private get active(): boolean {
    return this.lease.held && !this.stopping;
  }

  private get lane(): Lane {
    return laneOf(this.backlog.state.lastMs);
  }

  private get pressed(): boolean {
    return this.tools.pressed(this.target.webhook_id);
  }

  private async linger(): Promise<void> {
    if (!this.lease.doubted && !this.pressed) await this.bell.wait(lingerMs);
  }

  private async deliverFrom(first: Batch): Promise<void> {
    const { lanes, outbound } = this.tools;
    const { target } = this;
    // Whoever has to wait for them does not do so in the place of others.
    await outbound.secretsOf(target);
    const pass = await lanes.enter(this.wish);
    try {
      let batch: Batch | undefined = first;
      while (batch && this.active) batch = await this.deliver(batch, pass);
    } finally {
      pass.leave();
    }
  }

  /** Sends one batch; what comes back is the next one, frozen already. */
  private async deliver(batch: Batch, pass: Pass): Promise<Batch | undefined> {
    const { target } = this;
    const { outbound } = this.tools;
    const shipment = { target, batchId: batch.id, eventIds: batch.eventIds, trace: batch.trace, body: batch.body };
    for (;;) {
      await outbound.secretsOf(target);
      if (!this.lease.fresh) await this.confirm(batch);
      // Between this and the request nothing is waited for: a process that was stopped meanwhile asks again.
      while (this.active && !(this.frozen === batch.id && this.lease.safe)) await this.confirm(batch);
      if (!this.active) return undefined;
      // The database may have taken its time: they may be others by now.
      const secrets = outbound.secretsAtHand(target);
      if (secrets) return this.settle(batch, await outbound.send(shipment, secrets), pass);
    }
  }

  /** The batch is on disk, the lease ours for as long as the request may last, and the webhook as it is known. */
  private async confirm(batch: Batch): Promise<void> {
    this.backlog.freeze(batch);
    await this.lease.write({ ...this.lease.id, state: this.backlog.state, lease: 'keep' });
    this.frozen = batch.id;
  }

  private async settle(batch: Batch, shipped: Shipped, pass: Pass): Promise<Batch | undefined> {
    const { clock, disabler } = this.tools;
    const { lease, backlog, target } = this;
    const { state } = backlog;
    const { verdict, settlement } = settlementOf({ lease: lease.id, target, state, batch, shipped, now: clock.now() });
    backlog.state = settlement.state;
    if (this.lane !== pass.lane) this.tools.moved(target.webhook_id);
    this.frozen = undefined;
    if (verdict.kind === 'disable') {
      lease.heed(await disabler.giveUp(settlement, verdict.reason));
      lease.lose();
      return undefined;
    }
    const next = settlement.lease === 'keep' && this.goesOn(pass) ? backlog.freezeAtHand() : undefined;
    await lease.write({ ...settlement, state: backlog.state });
    if (settlement.dueAt) this.tools.alarm(settlement.dueAt);
    this.frozen = next?.id;
    return next;
  }

  private goesOn(pass: Pass): boolean {
    return this.active && this.lane === pass.lane && !this.pressed && !pass.contended();
  }

  private async pause(): Promise<void> {
    const dueAt = new Date(this.tools.clock.now() + troubleMs);
    await this.lease.release(this.backlog.state, dueAt);
    this.tools.alarm(dueAt);
  }
}
