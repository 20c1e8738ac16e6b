import { newId } from '@ces/messaging/ids';
import { guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Agent } from 'undici';
import { ClientSecrets } from '../clients/client-secrets.js';
import { Clock } from '../clock.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { retryAfterOf, type Outcome } from './judge.js';
import { post, type Posted } from './post.js';
import { signatureHeaders } from './sign.js';
import type { Target } from './targets.js';

export interface Shipment {
  target: Target;
  batchId: string;
  eventIds: string[];
  body: Buffer;
}

export interface Shipped {
  /** Of the attempt. */
  id: string;
  startedAt: Date;
  durationMs: number;
  posted: Posted;
  outcome: Outcome;
}

const posts = new Counter({
  name: 'ces_webhook_posts_total',
  help: 'Requests sent to receivers, by the class of their answers',
  labelNames: ['answer'],
});
const delivered = new Counter({ name: 'ces_webhook_events_delivered_total', help: 'Events that receivers accepted' });
const duration = new Histogram({
  name: 'ces_webhook_post_seconds',
  help: 'How long receivers take',
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
});

/** The way out: signed, guarded, and ended in time. */
@Injectable()
export class Outbound implements OnApplicationShutdown {
  private readonly dispatcher: Agent;
  private readonly timeoutMs: number;

  constructor(
    private readonly secrets: ClientSecrets,
    private readonly clock: Clock,
    config: WebhooksConfig,
  ) {
    this.timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1_000;
    this.dispatcher = guardedDispatcher({
      allow: config.WEBHOOK_ALLOW_CIDRS,
      // Also to those that were registered before it was demanded.
      httpsOnly: config.WEBHOOK_HTTPS_ONLY,
      connectTimeout: Math.min(5_000, this.timeoutMs),
      headersTimeout: this.timeoutMs,
      bodyTimeout: this.timeoutMs,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.dispatcher.destroy();
  }

  /** Undefined: the client is gone, and with it whoever could verify a signature. */
  async ship({ target, batchId, eventIds, body }: Shipment): Promise<Shipped | undefined> {
    const secrets = await this.secrets.of(target.client_id);
    if (secrets.length === 0) return undefined;
    const startedAt = new Date();
    const began = performance.now();
    const timestamp = Math.floor(startedAt.getTime() / 1_000);
    const posted = await post({
      dispatcher: this.dispatcher,
      url: target.url,
      headers: {
        ...target.headers,
        'Content-Type': 'application/json',
        ...(eventIds.length > 0 ? { 'X-Service-Event-Ids': eventIds.join(',') } : {}),
        ...signatureHeaders(secrets, { id: batchId, clientId: target.client_id, timestamp, body }),
      },
      body,
      timeoutMs: this.timeoutMs,
    });
    const durationMs = performance.now() - began;
    const outcome = this.outcomeOf(posted);
    count(outcome, eventIds.length, durationMs);
    return { id: newId(), startedAt, durationMs, posted, outcome };
  }

  private outcomeOf(posted: Posted): Outcome {
    if ('error' in posted) return { kind: 'unanswered', error: posted.error };
    const retryAfterMs = retryAfterOf(posted.retryAfter, this.clock.now());
    return { kind: 'answered', status: posted.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
}

function count(outcome: Outcome, events: number, durationMs: number): void {
  const answer = outcome.kind === 'answered' ? `${Math.floor(outcome.status / 100)}xx` : 'none';
  posts.inc({ answer });
  if (answer === '2xx') delivered.inc(events);
  duration.observe(durationMs / 1_000);
}
