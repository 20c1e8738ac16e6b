import { largestPage, type Paged, type StatsPage } from '@ces/contracts/paging';
import type { StatsOfWebhook, StatsOfWebhooks, WebhookStats } from '@ces/contracts/webhooks/webhook-stats';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { momentOfCursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { quantileMs, speedBoundsMs } from './speeds.js';
import { StatStore, type CountedRow } from './stat.store.js';

const countedAtOnce = 20_000;
const keptMs = 400 * 86_400_000;
/** Transactions under way end within milliseconds. The chore comes back later for one that takes longer. */
const patienceMs = 2_000;
const lookEveryMs = 50;

/** Counts attempts by webhook and hour: a chore counts them in sets, and a read adds what is not counted yet. */
@Injectable()
export class StatsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: StatStore,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  async of({ client_id, id, ...page }: StatsOfWebhook): Promise<Paged<WebhookStats>> {
    const webhook = await this.subscriptions.find(client_id, id);
    return this.read(page, [webhook.id]);
  }

  async ofAll({ client_id, ...page }: StatsOfWebhooks): Promise<Paged<WebhookStats>> {
    return this.read(page, await this.subscriptions.idsOf(client_id));
  }

  /**
   * Attempts are numbered before their commit. When all transactions have ended that had begun when the newest one was seen,
   * no attempt can appear below it any more.
   */
  @Every({
    name: 'count-attempts',
    does: 'Adds the latest attempts to the counts of their webhook and hour.',
    seconds: 15,
    atStart: true,
  })
  async count(): Promise<'more' | 'done'> {
    const newest = await this.store.newest();
    if (newest === undefined) return 'done';
    const xid = await this.store.nextTransaction();
    const deadline = performance.now() + patienceMs;
    while (!(await this.store.haveEnded(xid))) {
      if (performance.now() > deadline) return 'done';
      await sleep(lookEveryMs);
    }
    const counted = await this.transactions.run(async () => {
      await this.store.lockPosition();
      return this.store.countNext(newest, countedAtOnce);
    });
    return counted === countedAtOnce ? 'more' : 'done';
  }

  @Every({
    name: 'forget-webhook-stats',
    does: 'Deletes counts of attempts that are older than 400 days or whose webhook is gone.',
    seconds: 86_400,
  })
  forget(): Promise<void> {
    return this.store.forget(new Date(Date.now() - keptMs));
  }

  /** The newest bucket first. The cursor is the beginning of a bucket. */
  private async read(
    { bucket = 'day', since, limit = largestPage, cursor }: StatsPage,
    webhookIds: string[],
  ): Promise<Paged<WebhookStats>> {
    const rows = await this.store.find({
      ...{ webhookIds, bucket, before: momentOfCursor(cursor), atMost: limit + 1 },
      since: since === undefined ? undefined : new Date(since),
    });
    const all = [...Map.groupBy(rows, ({ at }) => at.toISOString())].map(([at, some]) => toStats(at, some));
    const items = all.slice(0, limit);
    return { items, next: all.length > limit ? (items.at(-1)?.at ?? null) : null };
  }
}

function toStats(at: string, rows: CountedRow[]): WebhookStats {
  const stats = { at, attempts: 0, succeeded: 0, failed: {} as Record<string, number>, events: 0 };
  const speeds = Array<number>(speedBoundsMs.length + 1).fill(0);
  for (const { reason, speed, attempts, events } of rows) {
    const count = Number(attempts);
    stats.attempts += count;
    stats.events += Number(events);
    speeds[speed] = (speeds[speed] ?? 0) + count;
    if (reason === '') stats.succeeded += count;
    else stats.failed[reason] = (stats.failed[reason] ?? 0) + count;
  }
  return { ...stats, p50_ms: quantileMs(speeds, 0.5), p95_ms: quantileMs(speeds, 0.95) };
}
