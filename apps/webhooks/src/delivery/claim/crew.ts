import { Gauge } from 'prom-client';
import type { LogEvent } from '../../log/log-event.js';
import type { Courier } from '../send/courier.js';
import type { Offer } from '../send/offer.js';
import { allPaces, type Pace } from '../send/pace.js';
import type { Admission } from '../send/admission.js';
import { mostOfClient, Places, sharesOf, type PaceShare, type Share } from '../send/places.js';
import type { Room } from './claim.store.js';

const claimAtOnce = 200;
/** An append freezes no more batches than these. */
const mostOffers = 50;
const mostOfferedBytes = 1_024 * 1_024;
/**
 * Couriers per request that may be under way at a pace; the others read, freeze and record meanwhile. A courier that waits
 * for its request may hold a batch of 256 KiB: with 128 requests there are 1,280 couriers, and 320 MiB.
 */
const couriersPerRequest = 8;

const busy = new Gauge({ name: 'ces_webhook_couriers', help: 'Webhooks that this process is delivering to' });

interface Member {
  courier: Courier;
  shares: PaceShare[];
  done: Promise<void>;
}

/** The couriers of this process. Each pace has its own places, of which no client and no host may take all. */
export class Crew {
  private readonly members = new Map<string, Member>();
  private readonly places = new Places<PaceShare>();
  /** Keys of the shares that had too few places for the webhooks with something to deliver. */
  private readonly short = new Set<string>();
  /** Webhooks that other senders should take over. */
  private readonly surplus = new Set<string>();

  constructor(private readonly width: Admission['width']) {}

  get(webhookId: string): Courier | undefined {
    return this.members.get(webhookId)?.courier;
  }

  get all(): [webhookId: string, courier: Courier][] {
    return [...this.members].map(([id, { courier }]) => [id, courier]);
  }

  get size(): number {
    return this.members.size;
  }

  get full(): boolean {
    const full = this.places.shares.filter((share) => share.of === 'all' && this.isFull(share));
    return full.length === allPaces.length;
  }

  /** The append waits for the bodies, so only some are composed. The other couriers are woken after its commit. */
  offers(events: readonly LogEvent[]): Offer[] {
    const offers: Offer[] = [];
    let bytes = 0;
    for (const { courier } of this.members.values()) {
      const offer = courier.offer(events);
      if (!offer) continue;
      offers.push(offer);
      bytes += offer.bytes;
      if (offers.length >= mostOffers || bytes >= mostOfferedBytes) break;
    }
    return offers;
  }

  /** True if other webhooks wait for the place of this one, or if another sender should take it over. */
  isPressed(webhookId: string): boolean {
    if (this.surplus.has(webhookId)) return true;
    return this.members.get(webhookId)?.shares.some(({ key }) => this.short.has(key)) ?? false;
  }

  /** `limit` is so low that one claim overdraws no share. */
  room(): Room {
    const full = this.places.shares.filter((share) => this.isFull(share));
    for (const { key } of full) this.press(key);
    const from = allPaces.filter((pace) => !full.some((share) => share.of === 'all' && share.pace === pace));
    const open = this.places.shares.filter((share) => from.includes(share.pace) && !full.includes(share));
    const left = open.map((share) => this.places.left(share));
    return {
      from,
      full,
      limit: Math.min(claimAtOnce, ...from.map((pace) => mostOfClient(this.sizeOf(pace))), ...left),
    };
  }

  /**
   * Lets the couriers of so many webhooks end after their requests under way. Each call chooses anew, and first those that
   * were not chosen before, because a request may hang.
   */
  leave(count: number): void {
    this.surplus.clear();
    for (const [id, member] of [...this.members].slice(0, count)) {
      this.surplus.add(id);
      member.courier.press();
      // Moves the member to the end of the order.
      this.members.delete(id);
      this.members.set(id, member);
    }
  }

  /** Marks a share as sufficient when it had room for every webhook that was due. */
  calm({ full }: Room): void {
    for (const key of this.short) if (!full.some((share) => share.key === key)) this.short.delete(key);
  }

  /**
   * Sends a courier. `whenDone` is told whether its end makes room for webhooks that found no place before, and whether it
   * leaves the webhook to other senders.
   */
  send(webhookId: string, courier: Courier, whenDone: (opened: boolean, left: boolean) => void): void {
    const before = this.members.get(webhookId);
    // A courier that has lost its lease may still wait for an answer.
    before?.courier.lose();
    this.places.free(before?.shares ?? []);
    const member: Member = { courier, shares: this.sharesFor(courier), done: Promise.resolve() };
    this.members.set(webhookId, member);
    this.places.take(member.shares);
    busy.set(this.members.size);
    member.done = courier.run().finally(() => {
      if (this.members.get(webhookId) === member) {
        this.members.delete(webhookId);
        this.places.free(member.shares);
      }
      busy.set(this.members.size);
      whenDone(this.hasOpened(member.shares), this.surplus.delete(webhookId));
    });
  }

  /** Returns true when the new pace of the courier makes room for webhooks that found no place before. */
  move(webhookId: string): boolean {
    const member = this.members.get(webhookId);
    if (!member) return false;
    const { shares } = member;
    this.places.free(shares);
    member.shares = this.sharesFor(member.courier);
    this.places.take(member.shares);
    return this.hasOpened(shares);
  }

  async stop(): Promise<void> {
    for (const { courier } of this.members.values()) courier.stop();
    await Promise.all([...this.members.values()].map(({ done }) => done));
  }

  private sharesFor({ wish }: Courier): PaceShare[] {
    return sharesOf(wish, this.sizeOf(wish.pace));
  }

  private sizeOf(pace: Pace): number {
    return couriersPerRequest * this.width[pace];
  }

  /** A share with hardly any place left counts as full, because claiming one webhook costs as much as claiming many. */
  private isFull(share: Share): boolean {
    return this.places.left(share) <= share.most / 8;
  }

  private hasOpened(shares: Share[]): boolean {
    return shares.some((share) => this.short.has(share.key) && !this.isFull(share));
  }

  private press(key: string): void {
    if (this.short.has(key)) return;
    this.short.add(key);
    for (const { courier, shares } of this.members.values())
      if (shares.some((share) => share.key === key)) courier.press();
  }
}
