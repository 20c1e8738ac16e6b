import type { AttemptOutcome } from '@ces/contracts/webhooks/webhook-attempts';
import { Injectable } from '@nestjs/common';
import { Outbound } from '../requests/outbound.service.js';
import type { Shipment, Shipped } from '../requests/shipment.js';
import { summarizeAnswer } from '../requests/summarize-answer.js';
import { webhookNotFound, type StoredWebhook } from '../subscriptions/stored-webhook.js';
import { Targets } from '../subscriptions/targets.service.js';
import type { Attempt } from './attempt.store.js';
import { Slots } from './slots.js';

export type Content = Omit<Shipment, 'target'>;

export interface Sent<C extends Content> {
  content: C;
  shipment: Shipment;
  shipped: Shipped;
}

/** Sends requests beside the queue: pings, tests and resends. Each is tried once, and the queue stays as it is. */
@Injectable()
export class ExtraRequests {
  private readonly slots = new Slots();

  constructor(
    private readonly targets: Targets,
    private readonly outbound: Outbound,
  ) {}

  get timeoutMs(): number {
    return this.outbound.timeoutMs;
  }

  /** Refuses the work while too much of such work is under way. */
  inSlot<T>(webhook: StoredWebhook, work: () => Promise<T>): Promise<T> {
    return this.slots.run(webhook, work);
  }

  /** `compose` reads the events at the last moment, so that hardly any time is left in which their user could be erased. */
  async send<C extends Content>(
    { id }: StoredWebhook,
    compose: () => Promise<C | undefined>,
  ): Promise<Sent<C> | undefined> {
    const target = await this.targets.find(id);
    if (!target) throw webhookNotFound();
    await this.outbound.secretsOf(target);
    const content = await compose();
    if (!content) return undefined;
    const { batchId, eventIds, trace, body } = content;
    const shipment = { target, batchId, eventIds, trace, body };
    return { content, shipment, shipped: await this.outbound.ship(shipment) };
  }
}

export function attemptOf({ shipment, shipped }: Sent<Content>, attempt: number): Attempt {
  const { started_at, ...answer } = summarizeAnswer(shipped);
  const accepted = answer.status !== null && answer.status >= 200 && answer.status <= 299;
  const outcome: AttemptOutcome = accepted ? 'delivered' : 'failed';
  return {
    ...answer,
    started_at: new Date(started_at),
    batch_id: shipment.batchId,
    attempt,
    outcome,
    url: shipment.target.url.href,
    events: shipment.eventIds.length,
    bytes: shipment.body.length,
  };
}
