import type { Paged } from '@ces/contracts/paging';
import type { AttemptOutcome, AttemptsOf, WebhookAttempt } from '@ces/contracts/webhooks/webhooks';
import { pageOf } from '@ces/service/database/keyset';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { openHeaders, type StoredWebhook } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

export interface StoredAttempt {
  id: string;
  batch_id: string;
  attempt: number;
  outcome: AttemptOutcome;
  url: string;
  /** Null: written by the release before. */
  headers: Record<string, string> | null;
  links: string[] | null;
  events: number;
  bytes: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  started_at: Date;
  duration_ms: number;
}

/** What was sent to a webhook, and what came back. */
@Injectable()
export class AttemptsService {
  constructor(
    private readonly database: DataSource,
    private readonly subscriptions: SubscriptionsService,
    private readonly sealer: SecretSealer,
  ) {}

  async of({ client_id, id, ...page }: AttemptsOf): Promise<Paged<WebhookAttempt>> {
    const webhook = await this.subscriptions.find(client_id, id);
    const sql = `SELECT * FROM attempt
      WHERE webhook_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
    return pageOf(
      page,
      (...bounds) => this.database.query<StoredAttempt[]>(sql, [webhook.id, ...bounds]),
      (row) => this.toAttempt(row, webhook),
    );
  }

  toAttempt(row: StoredAttempt, webhook: StoredWebhook): WebhookAttempt {
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

  /** What is known of an attempt that was written by the release before. */
  private headersOf({ batch_id, started_at }: StoredAttempt, webhook: StoredWebhook): Record<string, string> {
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

const hidden = '[not kept]';
