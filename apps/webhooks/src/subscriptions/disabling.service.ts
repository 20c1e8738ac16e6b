import type { DisabledReason } from '@ces/contracts/webhooks/webhook-events';
import { currentCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { LogService } from '../log/log.service.js';
import { QueuesService } from '../queues/queues.service.js';
import { Wakes } from '../wakes/wakes.service.js';
import type { StoredWebhook } from './stored-webhook.js';
import { WebhookStore } from './webhook.store.js';

export type DisabledWebhook = StoredWebhook & { disabled_at: Date };

/** Disables webhooks. The queue is kept, and the client's other webhooks get the event `webhook-disabled`. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly store: WebhookStore,
    private readonly queues: QueuesService,
    private readonly log: LogService,
    private readonly wakes: Wakes,
  ) {}

  /** Locks the webhook before its queue is written: every transaction takes the two in this order. */
  lock(id: string): Promise<void> {
    return this.store.lock(id);
  }

  /** Returns undefined when the webhook is disabled already or deleted. */
  async disable(id: string, reason: DisabledReason): Promise<DisabledWebhook | undefined> {
    const webhook = await this.store.disable(id, reason);
    if (!webhook?.disabled_at) return undefined;
    const { url, client_id, disabled_at } = webhook;
    await this.queues.outdate(id);
    const data = { webhook_id: id, url, reason, disabled: disabled_at.toISOString() };
    const event = { id: newId(), user_id: null, data, traceparent: currentCall()?.traceparent ?? null };
    const { stored, upto } = await this.log.append('webhook-disabled', [event], { client_id, not_to: id });
    afterCommit(() => {
      this.wakes.changed(id);
      if (stored) this.wakes.appended('webhook-disabled', upto);
    });
    return { ...webhook, disabled_at };
  }
}
