import { Gauge } from 'prom-client';
import type { Courier } from '../send/courier.js';
import { lanes, type Lane, type Lanes } from '../send/lanes.js';
import { mostOfClient, Places, sharesOf, type LaneShare, type Share } from '../send/places.js';
import type { Room } from './claim.store.js';

const claimAtOnce = 200;
/**
 * So many of a lane for each that may have a request under way: the others read, freeze and write down meanwhile. While it
 * waits for its request each may hold a batch of 256 KiB: at 128 requests they are 1,280, and 320 MiB.
 */
const perPlace = 8;

const busy = new Gauge({ name: 'ces_webhook_couriers', help: 'Webhooks that this process is delivering to' });

interface Member {
  courier: Courier;
  shares: LaneShare[];
  done: Promise<void>;
}

/** The couriers of this process; each lane has places of its own, of which no client and no host has all. */
export class Crew {
  private readonly members = new Map<string, Member>();
  private readonly places = new Places<LaneShare>();
  /** Keys of shares in which there was no place for everybody who had something to deliver. */
  private readonly short = new Set<string>();

  constructor(private readonly width: Lanes['width']) {}

  get(webhookId: string): Courier | undefined {
    return this.members.get(webhookId)?.courier;
  }

  get all(): [webhookId: string, courier: Courier][] {
    return [...this.members].map(([id, { courier }]) => [id, courier]);
  }

  /** Whether others wait for the place of this one. */
  pressed(webhookId: string): boolean {
    return this.members.get(webhookId)?.shares.some(({ key }) => this.short.has(key)) ?? false;
  }

  /** Who may come, and how many of whomever there are: nobody gets more than his share by one claim. */
  room(): Room {
    const full = this.places.shares.filter((share) => this.isFull(share));
    for (const { key } of full) this.press(key);
    const from = lanes.filter((lane) => !full.some((share) => share.of === 'all' && share.lane === lane));
    const open = this.places.shares.filter((share) => from.includes(share.lane) && !full.includes(share));
    const left = open.map((share) => this.places.left(share));
    return { from, full, limit: Math.min(claimAtOnce, ...from.map((lane) => mostOfClient(this.size(lane))), ...left) };
  }

  /** All who could have come there are here. */
  calm({ full }: Room): void {
    for (const key of this.short) if (!full.some((share) => share.key === key)) this.short.delete(key);
  }

  /** `whenDone` hears whether others may come in its place who could not before. */
  send(webhookId: string, courier: Courier, whenDone: (opened: boolean) => void): void {
    const before = this.members.get(webhookId);
    // One that has lost its lease may still wait for an answer.
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
      whenDone(this.hasOpened(member.shares));
    });
  }

  /** Its receiver belongs to another lane now; whether others may come who could not before. */
  moved(webhookId: string): boolean {
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

  private sharesFor({ wish }: Courier): LaneShare[] {
    return sharesOf(wish, this.size(wish.lane));
  }

  private size(lane: Lane): number {
    return perPlace * this.width[lane];
  }

  /** For a place or two nobody is looked for: looking costs the same for one as for many. */
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
