import { Gauge } from 'prom-client';
import type { Courier } from './courier.js';
import { lanes, type Lane, type Lanes } from './lanes.js';
import type { Room } from './queue.service.js';

const claimAtOnce = 200;
/** So many of a lane for each that may have a request under way: the others read, freeze and write down meanwhile. */
const perPlace = 4;

const busy = new Gauge({ name: 'ces_webhook_couriers', help: 'Webhooks that this process is delivering to' });

/** The couriers of this process; each lane has places of its own. */
export class Crew {
  private readonly couriers = new Map<string, { courier: Courier; done: Promise<void> }>();
  /** There was no place for everybody who had something to deliver. */
  private readonly short = new Set<Lane>();

  constructor(private readonly width: Lanes['width']) {}

  get(webhookId: string): Courier | undefined {
    return this.couriers.get(webhookId)?.courier;
  }

  get all(): [webhookId: string, courier: Courier][] {
    return [...this.couriers].map(([id, { courier }]) => [id, courier]);
  }

  pressed(lane: Lane): boolean {
    return this.short.has(lane);
  }

  get isShort(): boolean {
    return this.short.size > 0;
  }

  /** Who may come. For a place or two nobody is looked for: looking costs the same for one as for many. */
  room(): Room {
    const inside: Record<Lane, number> = { fast: 0, new: 0, slow: 0 };
    for (const { courier } of this.couriers.values()) inside[courier.lane] += 1;
    const left = (lane: Lane): number => perPlace * this.width[lane] - inside[lane];
    const from = lanes.filter((lane) => left(lane) > (perPlace * this.width[lane]) / 8);
    for (const lane of lanes) if (!from.includes(lane)) this.press(lane);
    return { from, limit: Math.min(claimAtOnce, ...from.map(left)) };
  }

  /** All who could have come from there are here. */
  calm(lanesLooked: Lane[]): void {
    for (const lane of lanesLooked) this.short.delete(lane);
  }

  send(webhookId: string, courier: Courier, whenDone: () => void): void {
    // One that has lost its lease may still wait for an answer.
    this.couriers.get(webhookId)?.courier.lose();
    const done = courier.run().finally(() => {
      if (this.couriers.get(webhookId)?.courier === courier) this.couriers.delete(webhookId);
      busy.set(this.couriers.size);
      whenDone();
    });
    this.couriers.set(webhookId, { courier, done });
    busy.set(this.couriers.size);
  }

  async stop(): Promise<void> {
    for (const { courier } of this.couriers.values()) courier.stop();
    await Promise.all([...this.couriers.values()].map(({ done }) => done));
  }

  private press(lane: Lane): void {
    if (this.short.has(lane)) return;
    this.short.add(lane);
    for (const { courier } of this.couriers.values()) if (courier.lane === lane) courier.press();
  }
}
