import type { Paged } from '@ces/contracts/paging';
import type { AttemptsOf, WebhookAttempt } from '@ces/contracts/webhooks/webhooks';
import { pageOf } from '@ces/service/database/keyset';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { openHeaders, type StoredWebhook } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AttemptStore, type AttemptRow } from './attempt.store.js';

const hidden = '[not kept]';

/** The requests to a webhook, and the answers of its receiver. */
@Injectable()
export class AttemptsService {
  constructor(
    private readonly store: AttemptStore,
    private readonly subscriptions: SubscriptionsService,
    private readonly sealer: SecretSealer,
  ) {}

  async list({ client_id, id, ...page }: AttemptsOf): Promise<Paged<WebhookAttempt>> {
    const webhook = await this.subscriptions.find(client_id, id);
    return pageOf(
      page,
      (before, limit) => this.store.findPage(webhook.id, before, limit),
      (row) => this.toAttempt(row, webhook),
    );
  }

  /** Forgets the answers to requests that held one of these erased events. */
  forgetAnswersTo(positions: string[]): Promise<void> {
    return this.store.clearAnswersTo(positions);
  }

  /** Forgets the answers to requests whose events have left the log. */
  forgetAnswersBefore(position: number): Promise<void> {
    return this.store.clearAnswersBefore(position);
  }

  toAttempt(row: AttemptRow, webhook: StoredWebhook): WebhookAttempt {
    const { id, batch_id, attempt, outcome, url, links, events, bytes, status, answer, error } = row;
    return {
      id,
      batch_id,
      attempt,
      outcome,
      request: { url, headers: row.headers ?? this.headersOf(row, webhook), links: links ?? [], events, bytes },
      answer: status === null ? null : { status, body: answer ?? '' },
      error,
      started: row.started_at.toISOString(),
      duration_ms: row.duration_ms,
    };
  }

  /** Reconstructs the headers of an attempt that the previous release wrote. */
  private headersOf({ batch_id, started_at }: AttemptRow, webhook: StoredWebhook): Record<string, string> {
    const own = Object.keys(openHeaders(this.sealer, webhook)).map((name) => [name, hidden] as const);
    return {
      ...Object.fromEntries(own),
      'Content-Type': 'application/json',
      'X-Service-Client-ID': webhook.client_id,
      'X-Service-Signature': hidden,
      'webhook-id': batch_id,
      'webhook-timestamp': String(Math.floor(started_at.getTime() / 1_000)),
      'webhook-signature': hidden,
    };
  }
}
