import type { Paged } from '@ces/contracts/paging';
import type { AttemptsOf } from '@ces/contracts/webhooks/webhooks';
import type { WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import { countThatFits, pageOf } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { shownHeaders } from '../requests/compose-headers.js';
import type { StoredWebhook } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AttemptStore, type Attempt, type AttemptRow } from './attempt.store.js';
import { Payloads, shown, type ShownPayload } from './payloads.service.js';

/** Payloads are read for so many bytes of sent requests at a time: about as many as one reply can hold. */
const bytesAtOnce = 400_000;

@Injectable()
export class AttemptsService {
  constructor(
    private readonly store: AttemptStore,
    private readonly subscriptions: SubscriptionsService,
    private readonly payloads: Payloads,
  ) {}

  async list({ client_id, id, outcome, since, ...page }: AttemptsOf): Promise<Paged<WebhookAttempt>> {
    const webhook = await this.subscriptions.find(client_id, id);
    const rows = await pageOf(
      page,
      (before, limit) => this.store.findPage(webhook.id, before, limit, { outcome, since }),
      (row) => row,
    );
    return this.withPayloads(rows, webhook);
  }

  /** Adds the payloads, and ends the page before a reply gets too large. */
  private async withPayloads(rows: Paged<AttemptRow>, webhook: StoredWebhook): Promise<Paged<WebhookAttempt>> {
    const attempts: WebhookAttempt[] = [];
    for (const some of inPartsOf(bytesAtOnce, rows.items)) {
      const members = await this.payloads.read(some);
      attempts.push(...some.map((row) => this.toAttempt(row, webhook, shown(members.get(row.id)))));
      const fit = countThatFits(attempts);
      if (fit < attempts.length) return { items: attempts.slice(0, fit), next: attempts[fit - 1]?.id ?? null };
    }
    return { items: attempts, next: rows.next };
  }

  forgetAnswersTo(positions: string[]): Promise<void> {
    return this.store.clearAnswersTo(positions);
  }

  forgetAnswersBefore(position: number): Promise<void> {
    return this.store.clearAnswersBefore(position);
  }

  toAttempt(row: Attempt, webhook: StoredWebhook, { payload, removed }: ShownPayload): WebhookAttempt {
    const { id, batch_id, attempt, outcome, url, headers, links, events, bytes, status, answer, error } = row;
    const { client_id } = webhook;
    return {
      id,
      batch_id,
      attempt,
      outcome,
      request: {
        url,
        headers: shownHeaders(headers ?? {}, { ...row, client_id }),
        links: links ?? [],
        events,
        bytes,
        payload,
        removed,
      },
      answer: status === null ? null : { status, body: answer ?? '' },
      error,
      started_at: row.started_at.toISOString(),
      duration_ms: row.duration_ms,
    };
  }
}

/** Cuts attempts into parts whose requests had so many bytes together; at least one attempt each. */
function inPartsOf(bytes: number, rows: readonly AttemptRow[]): AttemptRow[][] {
  const parts: AttemptRow[][] = [];
  let left = 0;
  for (const row of rows) {
    if (row.bytes > left || parts.length === 0) {
      parts.push([]);
      left = bytes;
    }
    left -= row.bytes;
    parts.at(-1)?.push(row);
  }
  return parts;
}
