import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Logger } from '@nestjs/common';
import type { LogEvent } from '../../log/log-event.js';
import type { Target } from '../../subscriptions/targets.service.js';
import type { ClaimedVersion, DeliveryRecord } from '../record/delivery-record.js';
import { Bell } from './bell.js';
import type { CourierServices } from './courier-services.js';
import type { Dispatch } from './dispatch.js';
import { Lease } from './lease.js';
import type { Offer } from './offer.js';
import type { Pace } from './pace.js';
import type { Wish } from './places.js';
import type { Employer, Runner } from './runner.js';

/** The lease is kept this long after the last event, because another event often follows. A look comes later than this. */
const lingerMs = 3_000;
const troubleMs = 2_000;

/** Delivers to one webhook, whose lease this process holds, until its queues are empty or the lease is lost. */
export abstract class Courier implements Employer {
  private readonly logger = new Logger('Courier');
  readonly lease: Lease;
  protected readonly bell = new Bell();
  private stopping = false;
  /** It waits for events. */
  protected lingers = false;
  /** The courier yielded its place although there may have been more to deliver. */
  protected yielded = false;

  protected constructor(
    claimed: ClaimedVersion,
    laned: boolean,
    readonly target: Target,
    readonly services: CourierServices,
    readonly dispatch: Dispatch,
  ) {
    this.lease = new Lease(claimed, services.recorder, services.terms.safeMs, laned);
  }

  readonly wake = (): void => {
    this.bell.ring();
  };

  readonly admitted = (): void => {
    this.bell.wake();
  };

  /** A batch of events that are to be appended, if this courier waits for some. */
  abstract offer(events: readonly LogEvent[]): Offer | undefined;
  abstract readonly goesOn: boolean;
  abstract readonly mayWait: boolean;
  abstract readonly pace: Pace;
  abstract complete(record: DeliveryRecord, runner: Runner): DeliveryRecord;
  abstract written(runner: Runner): void;

  get wish(): Wish {
    return { pace: this.pace, client: this.target.client_id, host: this.target.url.hostname };
  }

  get active(): boolean {
    return this.lease.held && !this.stopping;
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

  /** Lets the courier finish the requests under way and begin no other. */
  stop(): void {
    this.stopping = true;
    this.bell.wake();
  }

  /** Tells the courier that another process holds the lease. The requests under way go on; their results will not count. */
  lose(): void {
    this.lease.lose();
    this.bell.wake();
  }

  async run(): Promise<void> {
    try {
      await this.work();
      await this.leave();
    } catch (error) {
      this.logger.warn({ err: error, webhook: this.target.webhook_id }, 'a delivery failed; trying again');
      await this.pause().catch(() => undefined);
    }
  }

  /** Delivers until nothing is left. It ends when no request is under way. */
  protected abstract work(): Promise<void>;

  /** Gives the lease back, if it is still held. Nothing is sent before `dueAt`. */
  protected abstract leave(dueAt?: Date): Promise<void>;

  protected get pressed(): boolean {
    return this.dispatch.isPressed(this.target.webhook_id);
  }

  protected get lingersOn(): boolean {
    return this.active && !this.lease.doubted && !this.pressed;
  }

  protected async linger(ms = lingerMs): Promise<void> {
    if (!this.lingersOn) return;
    this.lingers = true;
    await this.bell.wait(ms);
    this.lingers = false;
  }

  private async pause(): Promise<void> {
    const dueAt = new Date(this.services.clock.now() + troubleMs);
    await this.leave(dueAt);
    this.dispatch.lookAt(dueAt);
  }
}
