import type { WebhookEventName } from '@ces/contracts/webhook-events';
import { Nats } from '@ces/messaging/nats';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Clock } from '../clock.js';
import { LogService } from '../log/log.service.js';
import { LogTail } from '../log/log-tail.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { Courier } from './courier.js';
import type { CourierTools } from './courier-tools.js';
import { Disabler } from './disabler.js';
import { Lanes } from './lanes.js';
import { Outbound } from './outbound.js';
import { QueueService, type Claim } from './queue.service.js';
import { Settlements } from './settlements.js';
import { Targets } from './targets.js';
import { Wakes, type Wake } from './wakes.js';

/** Retries of others, leases of the dead and lost wake-ups are found so often. */
const lookEveryMs = 5_000;
const claimAtOnce = 100;

const busy = new Gauge({ name: 'ces_webhook_couriers', help: 'Webhooks that this process is delivering to' });

/** Takes the webhooks that have something to deliver and sets a courier to each. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Dispatcher');
  private readonly couriers = new Map<string, { courier: Courier; done: Promise<void> }>();
  private readonly tools: CourierTools;
  private readonly mostCouriers: number;
  private readonly wanted = new Set<WebhookEventName>();
  private wantedAll = false;
  private claiming: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private alarmAt = Infinity;
  private alarmTimer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly queue: QueueService,
    private readonly wakes: Wakes,
    private readonly nats: Nats,
    private readonly tail: LogTail,
    private readonly targets: Targets,
    private readonly clock: Clock,
    log: LogService,
    settlements: Settlements,
    outbound: Outbound,
    disabler: Disabler,
    config: WebhooksConfig,
  ) {
    const lanes = new Lanes(config.WEBHOOK_CONCURRENCY, config.WEBHOOK_PER_HOST);
    this.mostCouriers = 2 * config.WEBHOOK_CONCURRENCY;
    this.tools = {
      log,
      tail,
      lanes,
      outbound,
      settlements,
      targets,
      disabler,
      clock,
      alarm: (moment) => {
        this.alarm(moment);
      },
    };
  }

  onApplicationBootstrap(): void {
    this.wakes.listen((wake) => {
      this.hear(wake);
    });
    // Wakes sent while NATS was away are lost.
    this.nats.onReconnect(() => {
      this.look();
    });
    const beat = (this.queue.leaseSeconds * 1_000) / 4;
    this.timers = [
      setInterval(() => {
        this.look();
      }, lookEveryMs),
      setInterval(() => void this.renew(), beat),
    ];
    this.look();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.wakes.stop();
    clearTimeout(this.alarmTimer);
    await this.claiming;
    for (const { courier } of this.couriers.values()) courier.stop();
    await Promise.all([...this.couriers.values()].map(({ done }) => done));
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Whatever is due. */
  look(): void {
    this.wantedAll = true;
    this.claimSoon();
  }

  private hear({ names, changed, erased }: Wake): void {
    if (erased) this.tail.drop();
    if (changed !== undefined) {
      this.couriers.get(changed)?.courier.doubt();
      this.look();
    }
    for (const name of names ?? []) this.wanted.add(name);
    if (names) this.claimSoon();
  }

  private claimSoon(): void {
    if (this.stopping || this.claiming) return;
    this.claiming = this.claimAll()
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'could not look for what is due; tried again soon');
      })
      .finally(() => {
        this.claiming = undefined;
        if (this.wantedAll || this.wanted.size > 0) this.claimSoon();
      });
  }

  private async claimAll(): Promise<void> {
    while (!this.stopping && (this.wantedAll || this.wanted.size > 0)) {
      const names = this.wantedAll ? undefined : [...this.wanted];
      this.wantedAll = false;
      this.wanted.clear();
      if (names) await this.tail.refresh();
      for (const { courier } of this.couriers.values()) courier.poke(names);
      for (let more = true; more;) more = await this.claimSome(names);
    }
  }

  /** Whether there may be others. */
  private async claimSome(names?: WebhookEventName[]): Promise<boolean> {
    const room = Math.min(claimAtOnce, this.mostCouriers - this.couriers.size);
    if (room <= 0) return false;
    const claims = await this.queue.claim(room, this.crowded() ? 'sound' : 'any', names);
    if (claims.length === 0) return false;
    if (!names) await this.tail.refresh();
    const targets = await this.targets.of(claims.map(({ webhook_id }) => webhook_id));
    for (const claim of claims) {
      const target = targets.get(claim.webhook_id);
      if (target) this.send(claim, new Courier(claim, target, this.tools));
    }
    return claims.length === room && !this.stopping;
  }

  /** Those who wait in the lane of the slow must not keep all others out. */
  private crowded(): boolean {
    const slow = [...this.couriers.values()].filter(({ courier }) => courier.lane === 'slow').length;
    return slow >= this.mostCouriers / 2;
  }

  private send({ webhook_id }: Claim, courier: Courier): void {
    // One that has lost its lease may still wait for an answer.
    this.couriers.get(webhook_id)?.courier.lose();
    const done = courier.run().finally(() => {
      if (this.couriers.get(webhook_id)?.courier === courier) this.couriers.delete(webhook_id);
      busy.set(this.couriers.size);
      // It was on its way out when something came, or there was no room for others.
      if (courier.hasNews || this.couriers.size === this.mostCouriers - 1) this.look();
    });
    this.couriers.set(webhook_id, { courier, done });
    busy.set(this.couriers.size);
  }

  private async renew(): Promise<void> {
    const held = [...this.couriers];
    if (held.length === 0) return;
    try {
      const ours = await this.queue.renew(held.map(([id]) => id));
      for (const [id, { courier }] of held)
        if (!ours.has(id) && this.couriers.get(id)?.courier === courier) courier.doubt();
    } catch (error) {
      this.logger.warn({ err: error }, 'leases were not renewed');
    }
  }

  private alarm(moment: Date): void {
    const inMs = Math.max(0, moment.getTime() - this.clock.now()) + 5;
    const at = Date.now() + inMs;
    if (at >= this.alarmAt || inMs > 3_600_000 || this.stopping) return;
    clearTimeout(this.alarmTimer);
    this.alarmAt = at;
    this.alarmTimer = setTimeout(() => {
      this.alarmAt = Infinity;
      this.look();
    }, inMs);
  }
}
