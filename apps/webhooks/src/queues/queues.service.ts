import type { WebhookQueue } from '@ces/contracts/webhooks/webhooks';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.service.js';
import type { ErasedEvent } from '../log/log.service.js';
import { QueueStore, type LanesRow, type SetAside } from './queue.store.js';
import { SetAsideEntity } from './set-aside.entity.js';

export type { SetAside };

const mostCounted = 10_000;

interface Subscriber {
  id: string;
  client_id: string;
  events: string[];
  enabled: boolean;
}

/** The queue of each webhook: its cursor in the log, and the events set aside. Couriers deliver it; here it is arranged. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly store: QueueStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The webhook gets the events from now on. */
  begin(webhookId: string): Promise<void> {
    return this.store.begin(webhookId);
  }

  async resume(webhookId: string): Promise<void> {
    await this.store.resume(webhookId);
    await this.store.outdate(webhookId);
  }

  /** Lets a webhook with lanes be claimed at once, because their number changed. Failed batches keep their pauses. */
  hasten(webhookId: string): Promise<void> {
    return this.store.hasten(webhookId);
  }

  /** Delivers the events since this moment once more, and continues after them. */
  async rewind(webhookId: string, moment: number): Promise<void> {
    await this.store.rewind(webhookId, Math.max(0, moment * 1_000 - 1));
    await this.store.deleteSetAsideFrom(webhookId, moment * 1_000);
  }

  /**
   * Tells couriers that their copy of the webhook is outdated. Only successes of requests under way count, and later requests
   * are composed anew. Call it in the transaction that changes the webhook, after locking the webhook's row.
   */
  outdate(webhookId: string): Promise<void> {
    return this.store.outdate(webhookId);
  }

  /**
   * Outdates all webhooks that have these erased events before them. They are not claimed until the transaction ends, and
   * their couriers wait for it or notice it. Failures of their receivers still count.
   */
  outdateBefore(erased: ErasedEvent[]): Promise<void> {
    return this.store.outdateBefore(
      erased.map(({ name }) => name),
      erased.map(({ position }) => position),
    );
  }

  listSetAside(webhookId: string, before: string | null, limit: number): Promise<SetAside[]> {
    return this.store.listSetAside(webhookId, before, limit);
  }

  findSetAside(webhookId: string, eventIds: string[]): Promise<SetAside[]> {
    return this.store.findSetAside(webhookId, eventIds);
  }

  firstSetAside(webhookId: string, limit: number): Promise<SetAside[]> {
    return this.store.firstSetAside(webhookId, limit);
  }

  removeSetAside(webhookId: string, positions: string[]): Promise<void> {
    return this.store.deleteSetAside(webhookId, positions);
  }

  /** The queue of a deleted webhook is deleted with the webhook. */
  async forget(webhookId: string): Promise<void> {
    await this.transactions.of(SetAsideEntity).delete({ webhook_id: webhookId });
  }

  forgetAll(webhookIds: string[]): Promise<void> {
    return this.store.deleteSetAsideOf(webhookIds);
  }

  forgetBefore(position: number): Promise<void> {
    return this.store.deleteSetAsideBefore(position);
  }

  async describe({ id, client_id, events, enabled }: Subscriber): Promise<WebhookQueue> {
    const whole = await this.store.find(id, events, client_id, mostCounted);
    const now = new Date(this.clock.now());
    const row = (await this.store.findLanes(id, events, client_id, now, mostCounted)) ?? whole;
    return {
      waiting: row?.waiting ?? 0,
      failures: row?.attempt ?? 0,
      next_attempt_at: (enabled && row ? nextAttemptOf(row, now) : undefined)?.toISOString() ?? null,
      set_aside: whole?.set_aside ?? 0,
    };
  }
}

/** A receiver may ask for a pause also when its answer is no failure of the queue: the batch is halved or set aside. */
function nextAttemptOf({ due_at, attempt, waiting }: LanesRow, now: Date): Date | undefined {
  if (!(due_at instanceof Date)) return undefined;
  return attempt > 0 || (waiting > 0 && due_at > now) ? due_at : undefined;
}
