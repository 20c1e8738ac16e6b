import type { TestOfWebhook } from '@ces/contracts/webhooks/extra-requests';
import { webhookExamples } from '@ces/contracts/webhooks/webhook-examples';
import type { WebhookRef } from '@ces/contracts/webhooks/webhooks';
import type { AttemptRequest, WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { currentCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { traceOf } from '../requests/trace.js';
import { webhookNotFound } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AttemptsService } from './attempts.service.js';
import { attemptOf, ExtraRequests } from './extra-requests.service.js';

type Payload = NonNullable<AttemptRequest['payload']>;

/** Sends a request without a real event and returns the answer. It is not part of the queue and changes nothing. */
@Injectable()
export class PingService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly requests: ExtraRequests,
    private readonly attempts: AttemptsService,
  ) {}

  /** Waits for the receiver before the transaction begins. The transaction only records the answer for the idempotency key. */
  async ping(webhook: WebhookRef): Promise<() => Promise<WebhookAttempt>> {
    const attempt = await this.send(webhook, { events: [] });
    return () => Promise.resolve(attempt);
  }

  async test({ event, ...webhook }: TestOfWebhook): Promise<() => Promise<WebhookAttempt>> {
    const attempt = await this.send(webhook, { events: [{ name: event, data: webhookExamples[event] }] });
    return () => Promise.resolve(attempt);
  }

  private async send({ client_id, id }: WebhookRef, payload: Payload): Promise<WebhookAttempt> {
    const webhook = await this.subscriptions.find(client_id, id);
    const body = Buffer.from(JSON.stringify(payload));
    const trace = traceOf([currentCall()?.traceparent ?? null]);
    const content = { batchId: newId(), eventIds: payload.events.map(() => newId()), trace, body };
    const sent = await this.requests.inSlot(webhook, () => this.requests.send(webhook, () => Promise.resolve(content)));
    if (!sent) throw webhookNotFound();
    return this.attempts.toAttempt(attemptOf(sent, 1), webhook, { payload, removed: [] });
  }
}
