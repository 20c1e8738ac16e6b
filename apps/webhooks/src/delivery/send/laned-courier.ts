import type { Target } from '../../subscriptions/targets.service.js';
import type { Claim, ClaimedLane } from '../claim/claim.store.js';
import type { DeliveryRecord } from '../record/delivery-record.js';
import { outlastOutage } from '../record/outlast-outage.js';
import { Backlog } from './backlog.js';
import { Courier } from './courier.js';
import type { CourierServices } from './courier-services.js';
import type { Dispatch } from './dispatch.js';
import { LanePositions } from './lane-positions.js';
import { paceOf, type Pace } from './pace.js';
import { Runner } from './runner.js';

/**
 * Delivers to a webhook with lanes: the events of each user in their order, and so many requests at a time as the webhook
 * allows. A lane that waits or fails holds no other.
 */
export class LanedCourier extends Courier {
  private readonly runners: Runner[];
  private readonly positions: LanePositions;
  /** The lanes under way. */
  private readonly out = new Set<Runner>();
  /** The lanes in the order in which they get their turns. */
  private readonly line: Runner[];
  private failure: { error: unknown } | undefined;
  /** The position up to which the lanes deliver before they become one queue again. */
  private readonly joinsAt: number | undefined;

  constructor(claim: Claim, lanes: ClaimedLane[], target: Target, services: CourierServices, dispatch: Dispatch) {
    super(claim, true, target, services, dispatch);
    this.joinsAt = target.lanes > 1 ? undefined : furthest(claim, lanes);
    const reader = this.joinsAt === undefined ? target : { ...target, upto: this.joinsAt };
    this.positions = new LanePositions(claim, lanes);
    this.runners = lanes.map((lane) => {
      const state = { ...lane.state, cursor: this.positions.startOf(lane), lastMs: claim.state.lastMs };
      const backlog = new Backlog(state, { ...reader, lane: lane.lane }, services.log, services.tail);
      return new Runner(backlog, this, lane.dueAt);
    });
    this.line = [...this.runners];
  }

  /** A receiver that hangs for one user only is not slow. */
  get pace(): Pace {
    return paceOf(this.lastMs);
  }

  /** Lanes take turns if there are more of them than requests. */
  get goesOn(): boolean {
    return !this.pressed && this.nextRunner() === undefined;
  }

  /** The lanes share their writes. */
  get mayWait(): boolean {
    return false;
  }

  /** With lanes, batches are frozen beside the log, so that many events in a row hold it no longer than they must. */
  offer(): undefined {
    return undefined;
  }

  complete(record: DeliveryRecord, runner: Runner): DeliveryRecord {
    const lane = this.runners.indexOf(runner);
    this.positions.change(lane, record.state, record.dueAt !== undefined);
    const laned = { lane, lastMs: this.lastMs, ...this.positions.now(this.cursors) };
    return { ...record, lease: 'keep', laned };
  }

  written(runner: Runner): void {
    this.positions.confirm(this.runners.indexOf(runner), runner.backlog.state);
  }

  protected async work(): Promise<void> {
    do {
      await this.deliverAll();
      if (this.failure) throw this.failure.error;
      this.yielded = this.active && this.pressed;
      if (!this.active || this.yielded || (await this.join())) return;
      // No event can be sent before the first lane is due.
      if (this.waiting.length === this.runners.length) return;
      await this.linger();
    } while (this.bell.rung);
  }

  protected async leave(dueAt?: Date): Promise<void> {
    if (!this.lease.kept) return;
    this.lease.lose();
    if (!this.failure) this.skim();
    const idle = this.runners.flatMap(({ backlog, dueAt: due }, lane) =>
      backlog.state.batch || due > this.now ? [] : [{ lane, cursor: backlog.state.cursor }],
    );
    const left = { ...this.lease.claimed, idle, ...this.positions.now(this.cursors) };
    const until = dueAt ?? this.waitsUntil;
    const record = until ? { ...left, dueAt: until } : left;
    this.lease.accept(await outlastOutage(() => this.services.laneRecords.leave(record)));
  }

  /** Returns when no lane has anything to send now, and none is under way. */
  private async deliverAll(): Promise<void> {
    for (;;) {
      if (this.bell.rung) this.skim();
      this.bell.rung = false;
      for (let next = this.nextRunner(); next && this.mayBegin; next = this.nextRunner()) this.begin(next);
      if (this.out.size === 0) return;
      await this.bell.next();
    }
  }

  private skim(): void {
    for (const runner of this.runners) runner.news = !runner.backlog.skim();
  }

  private get mayBegin(): boolean {
    if (this.out.size >= this.target.lanes || !this.active || this.pressed || this.failure) return false;
    // The batches of one webhook that wait for a place are no more than that of a webhook without lanes: they are in memory.
    return [...this.out].every(({ admitted }) => admitted);
  }

  private nextRunner(): Runner | undefined {
    return this.line.find((runner) => runner.news && !this.out.has(runner) && runner.dueAt <= this.now);
  }

  private begin(runner: Runner): void {
    this.line.splice(this.line.indexOf(runner), 1);
    this.line.push(runner);
    this.out.add(runner);
    runner.news = false;
    runner
      .turn()
      .then((found) => {
        runner.news ||= found;
      })
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => {
        this.out.delete(runner);
        this.bell.wake();
      });
  }

  /** Makes one queue again of lanes that have all come to the same position. */
  private async join(): Promise<boolean> {
    const { joinsAt } = this;
    if (joinsAt === undefined) return false;
    const there = this.runners.every(({ backlog: { state } }) => !state.batch && state.cursor >= joinsAt);
    if (!there) return false;
    await this.services.laneRecords.join(this.lease.claimed, joinsAt);
    this.lease.lose();
    this.yielded = true;
    return true;
  }

  private get waiting(): number[] {
    return this.runners.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > this.now);
  }

  /** Lanes that all wait, or become one queue, have nothing new to send before the first of those that wait. */
  private get waitsUntil(): Date | undefined {
    const { waiting } = this;
    const isHeldUp = this.joinsAt !== undefined || waiting.length === this.runners.length;
    if (!isHeldUp || waiting.length === 0) return undefined;
    const dueAt = new Date(Math.min(...waiting));
    this.dispatch.lookAt(dueAt);
    return dueAt;
  }

  private get now(): number {
    return this.services.clock.now();
  }

  private get cursors(): number[] {
    return this.runners.map(({ backlog }) => backlog.state.cursor);
  }

  private get lastMs(): number | null {
    const known = this.runners.flatMap(({ backlog }) => backlog.state.lastMs ?? []);
    return known.length === 0 ? null : Math.min(...known);
  }
}

/** The last position to which a lane has come. */
function furthest({ scanned, state }: Claim, lanes: ClaimedLane[]): number {
  return Math.max(
    scanned ?? 0,
    state.cursor,
    ...lanes.flatMap((lane) => [lane.state.cursor, lane.state.batch?.to ?? 0]),
  );
}
