import { laneCount } from '../../log/lane-of-user.js';
import type { LogEvent } from '../../log/log-event.js';
import type { Target } from '../../subscriptions/targets.service.js';
import type { Claim } from '../claim/claim.store.js';
import type { DeliveryRecord } from '../record/delivery-record.js';
import { Backlog } from './backlog.js';
import { Courier } from './courier.js';
import type { CourierServices } from './courier-services.js';
import type { Dispatch } from './dispatch.js';
import type { Offer } from './offer.js';
import type { Pace } from './pace.js';
import { Runner } from './runner.js';

/** Delivers to a webhook without lanes: its events in their order, one request at a time. */
export class PlainCourier extends Courier {
  private readonly runner: Runner;

  constructor({ state, ...claimed }: Claim, target: Target, services: CourierServices, dispatch: Dispatch) {
    super(claimed, false, target, services, dispatch);
    this.runner = new Runner(new Backlog(state, target, services.log, services.tail), this);
  }

  get pace(): Pace {
    return this.runner.pace;
  }

  get goesOn(): boolean {
    return !this.pressed && !this.spreads;
  }

  get mayWait(): boolean {
    return this.lingersOn && !this.spreads;
  }

  offer(events: readonly LogEvent[]): Offer | undefined {
    if (!this.lingers || !this.active || this.lease.doubted || !this.goesOn) return undefined;
    return this.runner.offer(events);
  }

  complete(record: DeliveryRecord): DeliveryRecord {
    return record;
  }

  // Positions of lanes do not exist here.
  written(): void {
    return;
  }

  protected async work(): Promise<void> {
    while (this.active && this.queues && (await this.takeTurn()));
    if (this.active && !this.queues) await this.spread();
  }

  protected async leave(dueAt?: Date): Promise<void> {
    await this.runner.settle();
    await this.lease.release(this.runner.backlog.state, dueAt);
  }

  /** Returns whether another turn may follow. */
  private async takeTurn(): Promise<boolean> {
    this.bell.rung = false;
    const found = await this.runner.turn();
    if (!found) await this.wait();
    const more = found || this.bell.rung;
    this.yielded = more && this.active && this.pressed;
    return more && !this.yielded;
  }

  /** Waits for events. The last delivery is recorded with them, if they come soon. */
  private async wait(): Promise<void> {
    for (let ms = this.runner.recordsIn; ms !== undefined; ms = this.runner.recordsIn) {
      if (ms === 0 || !this.lingersOn) await this.runner.settle();
      else await this.linger(ms);
      if (this.bell.rung) return;
    }
    await this.linger();
  }

  /** True if the webhook shall get lanes. */
  private get spreads(): boolean {
    return this.target.lanes > 1;
  }

  /**
   * True if events are sent in one queue. A webhook that shall get lanes keeps its queue while a batch is frozen, or while
   * events of a refused batch are left, so that the batch keeps its id, its bytes and its pauses.
   */
  private get queues(): boolean {
    const { batch, suspectTo } = this.runner.backlog.state;
    return !this.spreads || batch !== null || suspectTo !== null;
  }

  /** Gives the webhook its lanes. */
  private async spread(): Promise<void> {
    await this.services.laneRecords.spread(this.lease.claimed, laneCount);
    this.lease.lose();
    this.yielded = true;
  }
}
