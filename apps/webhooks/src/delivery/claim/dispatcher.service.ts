import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Nats } from '@ces/messaging/nats';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../clock/clock.service.js';
import { LogService } from '../../log/log.service.js';
import { LogTail } from '../../log/log-tail.js';
import { WebhooksConfig } from '../../webhooks.config.js';
import { Courier } from '../send/courier.js';
import type { CourierTools } from '../send/courier-services.js';
import { Crew } from './crew.js';
import { Disabler } from '../record/give-up.service.js';
import { Lanes } from '../send/lanes.js';
import { Outbound } from '../../requests/outbound.service.js';
import { QueueService, type Claim } from './claim.store.js';
import { Settlements } from '../record/record.store.js';
import { Targets, type Subscription, type Target } from '../../subscriptions/targets.service.js';
import { Wakes, type Wake } from '../../wakes/wakes.service.js';

/** Retries of others, leases of the dead and lost wake-ups are found so often. */
const lookEveryMs = 5_000;
/** Looking takes longer the more webhooks there are; it has half of the time at the most, and then waits no longer than this. */
const longestPauseMs = 250;
/** A webhook that cannot be read is left alone so long. */
const unreadableMs = 60_000;

/** Takes the webhooks that have something to deliver and sets a courier to each. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Dispatcher');
  private readonly crew: Crew;
  private readonly tools: CourierTools;
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
    private readonly settlements: Settlements,
    log: LogService,
    outbound: Outbound,
    disabler: Disabler,
    config: WebhooksConfig,
  ) {
    const lanes = new Lanes(config.WEBHOOK_CONCURRENCY, config.WEBHOOK_PER_HOST);
    const crew = new Crew(lanes.width);
    const alarm = (moment: Date): void => {
      this.alarm(moment);
    };
    this.crew = crew;
    const { safeMs } = queue;
    const pressed: CourierTools['pressed'] = (webhookId) => crew.pressed(webhookId);
    const moved: CourierTools['moved'] = (webhookId) => {
      if (crew.moved(webhookId)) this.look();
    };
    this.tools = { log, tail, lanes, outbound, settlements, disabler, clock, safeMs, alarm, pressed, moved };
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
    await this.crew.stop();
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
      this.crew.get(changed)?.doubt();
      this.look();
    }
    for (const name of names ?? []) this.wanted.add(name);
    if (names) this.claimSoon();
  }

  private get isWanted(): boolean {
    return !this.stopping && (this.wantedAll || this.wanted.size > 0);
  }

  private claimSoon(): void {
    if (this.claiming || !this.isWanted) return;
    // Couriers outlive the call that made us look, and belong to everybody.
    this.claiming = outsideOfCalls(() => this.claimAll())
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'could not look for what is due; tried again soon');
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
      await this.tail.refresh();
      for (const [, courier] of this.crew.all) courier.poke(names);
      const began = performance.now();
      for (let more = true; more && !this.stopping;) more = await this.claimSome(names);
      await sleep(Math.min(performance.now() - began, longestPauseMs));
    }
  }

  /** Whether there may be others. */
  private async claimSome(names?: WebhookEventName[]): Promise<boolean> {
    const room = this.crew.room();
    if (room.from.length === 0) return false;
    const held = this.crew.all.map(([id]) => id);
    const claims = await this.queue.claim(room, held, names);
    if (claims.length > 0) await this.sendAll(claims);
    if (claims.length === room.limit) return true;
    if (!names) this.crew.calm(room);
    return false;
  }

  private async sendAll(claims: Claim[]): Promise<void> {
    const subscriptions = await this.targets.subscriptionsOf(claims.map(({ webhook_id }) => webhook_id));
    // After the claim: what was erased before it must not be sent from memory.
    await this.tail.refresh().catch(() => {
      this.tail.drop();
    });
    for (const claim of claims) {
      const subscription = subscriptions.get(claim.webhook_id);
      const target = subscription && this.read(claim, subscription);
      if (target) this.send(claim, target);
      else if (!subscription) this.letGo(claim);
    }
  }

  /** One that cannot be read, as after its key was lost, must not be in the way of others. */
  private read(claim: Claim, subscription: Subscription): Target | undefined {
    try {
      return this.targets.toTarget(subscription);
    } catch (error) {
      this.logger.error({ err: error, webhook: claim.webhook_id }, 'cannot be read, and gets nothing');
      this.letGo(claim, { dueAt: new Date(this.clock.now() + unreadableMs) });
      return undefined;
    }
  }

  private letGo({ webhook_id, epoch, version, erasures, state }: Claim, later: { dueAt?: Date } = {}): void {
    this.settlements
      .settle({ webhook_id, epoch, version, erasures, state, lease: 'release', ...later })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, webhook: webhook_id }, 'was not let go');
      });
  }

  private send(claim: Claim, target: Target): void {
    const courier = new Courier(claim, target, this.tools);
    this.crew.send(claim.webhook_id, courier, (opened) => {
      if (opened || courier.leavesNews) this.look();
    });
  }

  private async renew(): Promise<void> {
    const held = this.crew.all;
    if (held.length === 0) return;
    try {
      const ours = await this.queue.renew(held.map(([id]) => id));
      for (const [id, courier] of held) if (!ours.has(id)) courier.doubt();
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
