import type { WebhookData, WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import type { DeliveredFact } from '@ces/messaging/facts/on-fact';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Wakes } from '../wakes/wakes.service.js';
import { Dispatcher } from '../delivery/claim/dispatcher.service.js';
import { LogService } from '../log/log.service.js';
import { LogTail } from '../log/log-tail.js';

const taken = new Counter({
  name: 'ces_webhook_events_taken_total',
  help: 'Facts that were taken from NATS, with or without a webhook that subscribes to them',
  labelNames: ['event'],
});

/** The part of an event that a fact determines. */
export interface Entry<Name extends WebhookEventName> {
  user_id: string | null;
  /** The user whose events it follows, if it outlives that user. */
  about?: string;
  data: WebhookData<Name>;
}

/** Appends all facts of a set, and freezes their batches, with the last statement of the transaction. */
@Injectable()
export class FanOutService {
  constructor(
    private readonly log: LogService,
    private readonly tail: LogTail,
    private readonly dispatcher: Dispatcher,
    private readonly wakes: Wakes,
  ) {}

  async append<Name extends WebhookEventName, Payload extends object>(
    name: Name,
    facts: DeliveredFact<Payload>[],
    toEntry: (payload: Payload) => Entry<Name>,
  ): Promise<void> {
    afterCommit(() => {
      taken.inc({ event: name }, facts.length);
    });
    if (facts.length === 0) return;
    // The fact's id is the event's id, so every receiver gets the same id each time.
    const events = facts.map(({ messageId, payload, call }) => ({
      id: messageId,
      ...toEntry(payload),
      traceparent: call.traceparent ?? null,
    }));
    const draft = this.log.draft(name, events);
    const batches = this.dispatcher.offer(draft.events);
    await this.log.appendLast(draft, batches.freezing, ({ stored, upto, fresh, start, frozen }) => {
      if (fresh) this.tail.follow(fresh);
      batches.accept(frozen, start);
      if (stored) this.wakes.appended(name, upto);
    });
  }
}
