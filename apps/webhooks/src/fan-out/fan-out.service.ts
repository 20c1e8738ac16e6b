import type { WebhookData, WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import type { DeliveredFact } from '@ces/messaging/facts/on-event';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { Wakes } from '../wakes/wakes.service.js';
import { LogService } from '../log/log.service.js';

const taken = new Counter({
  name: 'ces_webhook_events_taken_total',
  help: 'Facts that were taken from the bus, delivered to somebody or not',
  labelNames: ['event'],
});

/** What a fact becomes in the log. */
export interface Entry<Name extends WebhookEventName> {
  user_id: string | null;
  data: WebhookData<Name>;
}

/** From facts to events in the log: one insert for all that travelled together. */
@Injectable()
export class FanOutService {
  constructor(
    private readonly log: LogService,
    private readonly wakes: Wakes,
  ) {}

  async append<Name extends WebhookEventName, Payload extends object>(
    tx: EntityManager,
    name: Name,
    facts: DeliveredFact<Payload>[],
    toEntry: (payload: Payload) => Entry<Name>,
  ): Promise<void> {
    taken.inc({ event: name }, facts.length);
    // The id of the fact is the id of the event: the same for all who get it, however often.
    const events = facts.map(({ messageId, payload, call }) => ({
      id: messageId,
      ...toEntry(payload),
      traceparent: call.traceparent ?? null,
    }));
    if (!(await this.log.append(tx, name, events))) return;
    afterCommit(() => {
      this.wakes.appended(name);
    });
  }
}
