import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Nats } from '@ces/messaging/nats';
import type { Statement } from '@ces/messaging/storage/parts';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '../../log/log-event.js';
import { LogTail } from '../../log/log-tail.js';
import { Targets, type Target, type TargetRow } from '../../subscriptions/targets.service.js';
import { Wakes, type Load, type Wake } from '../../wakes/wakes.service.js';
import { CourierServices } from '../send/courier-services.js';
import type { Dispatch } from '../send/dispatch.js';
import { LanedCourier } from '../send/laned-courier.js';
import { PlainCourier } from '../send/plain-courier.js';
import { Alarm } from './alarm.js';
import { Balance } from './balance.js';
import { HeldNames } from './held-names.js';
import { ClaimStore, type Claim, type ClaimedLane } from './claim.store.js';
import { Crew } from './crew.js';
import { Senders } from './senders.service.js';

/** A look finds retries of other replicas, leases that have expired, and events whose wake was lost. */
const lookEveryMs = 5_000;
/** A look takes longer the more webhooks there are. It may use half of the time, but pauses no longer than this. */
const longestPauseMs = 250;
/** How often a sender tells the others its load, and leaves webhooks to them if it has too many. */
const balanceEveryMs = 1_000;
/** How long a sender with many webhooks waits for the others to claim theirs. */
const patienceMs = 100;
/** A webhook that cannot be read is claimed again after this time. */
const unreadableMs = 60_000;

export interface OfferedBatches {
  /** A part of the statement that appends the events. */
  freezing: Statement | undefined;
  /** Takes the ids of the webhooks whose batch is frozen, and the position before the events. */
  accept: (frozen: ReadonlySet<string>, start: number) => void;
}

/** `all`: nothing is left to claim. `more`: perhaps there is. `some`: there was no room for the rest. */
type Found = 'all' | 'more' | 'some';

/** Claims the webhooks that have something to deliver, and sends a courier to each. */
@Injectable()
export class Dispatcher implements Dispatch, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Dispatcher');
  private readonly crew: Crew;
  private readonly alarm: Alarm;
  private readonly balance = new Balance();
  private readonly wanted = new Set<WebhookEventName>();
  private wantedAll = false;
  /** The log's position up to which the tail must have read. */
  private wantedTo = Infinity;
  private readonly held = new HeldNames();
  private claiming: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private stopping = false;
  /** Runs while this sender lets the others claim first. */
  private waiting: NodeJS.Timeout | undefined;
  private hasWaited = false;

  constructor(
    private readonly claims: ClaimStore,
    private readonly senders: Senders,
    private readonly wakes: Wakes,
    private readonly nats: Nats,
    private readonly tail: LogTail,
    private readonly targets: Targets,
    private readonly services: CourierServices,
    private readonly transactions: Transactions,
  ) {
    this.crew = new Crew(services.admission.width);
    this.alarm = new Alarm(services.clock, () => {
      this.look();
    });
  }

  onApplicationBootstrap(): void {
    this.wakes.listen((wake) => {
      this.hear(wake);
    });
    // Wakes that were sent while NATS was away are lost.
    this.nats.onReconnect(() => {
      this.look();
    });
    const beat = (this.services.terms.leaseSeconds * 1_000) / 4;
    this.timers = [
      setInterval(() => {
        this.look();
      }, lookEveryMs),
      setInterval(() => void this.renew(), beat),
      setInterval(() => {
        this.crew.leave(this.balance.surplus(this.crew.size, performance.now()));
        this.tellLoad();
      }, balanceEveryMs),
    ];
    this.senders.start(() => {
      this.look();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.tellLoad();
    this.wakes.stop();
    this.alarm.stop();
    await this.senders.stop();
    await this.claiming;
    await this.crew.stop();
    for (const timer of [...this.timers, this.waiting]) clearInterval(timer);
  }

  look(): void {
    this.wantedAll = true;
    this.wantedTo = Infinity;
    this.held.forget();
    this.claimSoon();
  }

  /** Offers batches of events that are to be appended, for webhooks that wait here for some. */
  offer(events: readonly LogEvent[]): OfferedBatches {
    const offers = this.crew.offers(events);
    const askedAt = performance.now();
    const records = offers.map(({ record }) => record);
    return {
      freezing: records.length === 0 ? undefined : this.services.freezer.freezing(records, events.length),
      accept: (frozen, start) => {
        for (const offer of offers) if (frozen.has(offer.record.webhook_id)) offer.accept(askedAt, start);
      },
    };
  }

  isPressed(webhookId: string): boolean {
    return this.crew.isPressed(webhookId);
  }

  paceChanged(webhookId: string): void {
    if (this.crew.move(webhookId)) this.look();
  }

  lookAt(moment: Date): void {
    this.alarm.set(moment);
  }

  private hear({ names, upto = Infinity, changed, erased, load }: Wake): void {
    if (load) this.hearLoad(load);
    if (erased) this.tail.drop();
    if (erased || changed !== undefined) this.held.forget();
    if (changed !== undefined) {
      this.crew.get(changed)?.doubt();
      this.look();
    }
    for (const name of names ?? []) this.wanted.add(name);
    if (!names) return;
    this.wantedTo = Math.max(this.wantedTo, upto);
    this.claimSoon();
  }

  private hearLoad(load: Load): void {
    if (load.sender === this.services.terms.owner) return;
    this.balance.hear(load, performance.now());
    this.held.share();
    if (load.leaves || (this.waiting && this.balance.allowance(this.crew.size, performance.now()) > 0)) this.look();
  }

  private tellLoad(leaves?: true): void {
    const full = this.stopping || !this.senders.mayClaim || this.crew.full;
    const load = { sender: this.services.terms.owner, held: this.crew.size, full };
    this.wakes.load(leaves ? { ...load, leaves } : load);
  }

  private get isWanted(): boolean {
    return !this.stopping && this.senders.mayClaim && (this.wantedAll || this.wanted.size > 0);
  }

  private claimSoon(): void {
    if (this.claiming || !this.isWanted) return;
    // Couriers outlive the call and the transaction that started them.
    this.claiming = this.transactions
      .outside(() => outsideOfCalls(() => this.claimAll()))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'due webhooks were not claimed; trying again');
      })
      .finally(() => {
        this.claiming = undefined;
        this.claimSoon();
      });
  }

  private async claimAll(): Promise<void> {
    while (this.isWanted) {
      const names = this.wantedAll ? undefined : [...this.wanted];
      this.wantedAll = false;
      this.wanted.clear();
      const upto = this.wantedTo;
      this.wantedTo = 0;
      if (!this.tail.reaches(upto)) await this.tail.refresh();
      for (const [, courier] of this.crew.all) courier.poke(names);
      if (names && this.held.all(names)) continue;
      const began = performance.now();
      const learn = this.held.begin();
      let found: Found = 'more';
      while (found === 'more' && !this.stopping) found = await this.claimSome(names);
      if (names && found === 'all') learn(names);
      await sleep(Math.min(performance.now() - began, longestPauseMs));
    }
  }

  private async claimSome(names?: WebhookEventName[]): Promise<Found> {
    const fair = this.fairLimit();
    if (fair === 0) return 'some';
    const room = this.crew.room();
    if (room.from.length === 0) return 'some';
    const held = this.crew.all.map(([id]) => id);
    const limit = Math.min(room.limit, fair);
    const claims = await this.claims.claim({ ...room, limit }, held, names);
    if (claims.length > 0) {
      await this.sendAll(claims);
      this.tellLoad();
    }
    if (claims.length === limit) return 'more';
    if (!names) this.crew.calm(room);
    return room.full.length === 0 ? 'all' : 'some';
  }

  /** A sender that is ahead of the others lets them claim first for a moment. */
  private fairLimit(): number {
    const allowance = this.balance.allowance(this.crew.size, performance.now());
    if (allowance > 0 || this.hasWaited) {
      this.hasWaited = false;
      return allowance || this.balance.step(this.crew.size, performance.now());
    }
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.hasWaited = true;
      this.look();
    }, patienceMs);
    return 0;
  }

  private async sendAll(claims: Claim[]): Promise<void> {
    const rows = await this.targets.findEnabled(claims.map(({ webhook_id }) => webhook_id));
    const laned = claims.filter(({ scanned }) => scanned !== null);
    const lanes = await this.claims.readLanes(laned.map(({ webhook_id }) => webhook_id));
    // Reading after the claim keeps events that were erased before it from being sent from memory.
    await this.tail.refresh().catch(() => {
      this.tail.drop();
    });
    for (const claim of claims) {
      const row = rows.get(claim.webhook_id);
      const target = row && this.read(claim, row);
      if (target) this.send(claim, target, lanes.get(claim.webhook_id));
      else if (!row) this.letGo(claim);
    }
  }

  /** A webhook that cannot be read, for example because its key was lost, must not be claimed again and again. */
  private read(claim: Claim, row: TargetRow): Target | undefined {
    try {
      return this.targets.toTarget(row);
    } catch (error) {
      this.logger.error({ err: error, webhook: claim.webhook_id }, 'the webhook cannot be read and gets no deliveries');
      this.letGo(claim, new Date(this.services.clock.now() + unreadableMs));
      return undefined;
    }
  }

  private letGo(claim: Claim, dueAt?: Date): void {
    this.held.forget();
    this.services.recorder
      .record({ ...claim, lease: 'release', ...(dueAt ? { dueAt } : {}) })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, webhook: claim.webhook_id }, 'the lease was not released; it expires');
      });
  }

  private send(claim: Claim, target: Target, lanes?: ClaimedLane[]): void {
    const courier = lanes
      ? new LanedCourier(claim, lanes, target, this.services, this)
      : new PlainCourier(claim, target, this.services, this);
    this.crew.send(claim.webhook_id, courier, (opened, left) => {
      this.held.forget();
      if (left) this.tellLoad(true);
      if (opened || courier.leavesNews) this.look();
    });
  }

  private async renew(): Promise<void> {
    const held = this.crew.all;
    if (held.length === 0) return;
    try {
      const ours = await this.claims.renew(held.map(([id]) => id));
      for (const [id, courier] of held) if (!ours.has(id)) courier.doubt();
    } catch (error) {
      this.logger.warn({ err: error }, 'leases were not renewed');
    }
  }
}
