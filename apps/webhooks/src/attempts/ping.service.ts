import { Problem } from '@ces/contracts/problems';
import type { AttemptOutcome, WebhookAttempt, WebhookRef } from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { Outbound } from '../requests/outbound.service.js';
import { summarizeAnswer } from '../requests/summarize-answer.js';
import { noTrace } from '../requests/trace.js';
import type { StoredWebhook } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { Targets } from '../subscriptions/targets.service.js';
import { AttemptsService } from './attempts.service.js';
import { PingSlots } from './ping-slots.js';

/** Sends a request without events and returns the answer. A ping is not part of the queue and changes nothing. */
@Injectable()
export class PingService {
  private readonly slots = new PingSlots();

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly targets: Targets,
    private readonly outbound: Outbound,
    private readonly attempts: AttemptsService,
  ) {}

  /** Waits for the receiver before the transaction begins. The transaction only records the answer for the idempotency key. */
  async ping({ client_id, id }: WebhookRef): Promise<() => Promise<WebhookAttempt>> {
    const webhook = await this.subscriptions.find(client_id, id);
    const attempt = await this.slots.run(webhook, () => this.send(webhook));
    return () => Promise.resolve(attempt);
  }

  private async send(webhook: StoredWebhook): Promise<WebhookAttempt> {
    const target = await this.targets.find(webhook.id);
    const batchId = newId();
    const body = Buffer.from('{"events":[]}');
    const shipped = target && (await this.outbound.ship({ target, batchId, eventIds: [], trace: noTrace, body }));
    if (!shipped) throw new Problem('webhook-not-found', 'The client of this webhook is gone.');
    const { started_at, ...answer } = summarizeAnswer(shipped);
    const accepted = answer.status !== null && answer.status >= 200 && answer.status <= 299;
    const outcome: AttemptOutcome = accepted ? 'delivered' : 'failed';
    return this.attempts.toAttempt(
      {
        ...answer,
        started_at: new Date(started_at),
        batch_id: batchId,
        attempt: 1,
        outcome,
        url: webhook.url,
        events: 0,
        bytes: body.length,
      },
      webhook,
    );
  }
}
