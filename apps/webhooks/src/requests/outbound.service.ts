import { newId } from '@ces/messaging/storage/ids';
import { guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Agent } from 'undici';
import { ClientSecrets } from '../client-secrets/client-secrets.service.js';
import { Clock } from '../clock/clock.service.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { retryAfterOf, type Outcome } from '../delivery/record/classify-result.js';
import { post, type Posted } from './post.js';
import { requestHeaders, type RequestHeaders } from './compose-headers.js';
import type { Target } from '../subscriptions/targets.service.js';
import type { Trace } from './trace.js';

export interface Shipment {
  target: Target;
  batchId: string;
  eventIds: string[];
  trace: Trace;
  body: Buffer;
}

export interface Shipped {
  /** Of the attempt. */
  id: string;
  startedAt: Date;
  durationMs: number;
  /** As the log of attempts shows them. */
  headers: Record<string, string>;
  links: readonly string[];
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

  /** Throws while identity is away and what it said last is too old. Empty: it knows no such client. */
  secretsOf({ client_id }: Target): Promise<readonly string[]> {
    return this.secrets.of(client_id);
  }

  /** Undefined: they have to be asked for. */
  secretsAtHand({ client_id }: Target): readonly string[] | undefined {
    return this.secrets.atHand(client_id);
  }

  async ship(shipment: Shipment): Promise<Shipped> {
    return this.send(shipment, await this.secretsOf(shipment.target));
  }

  /** What is to be sent is on its way before this returns for the first time. */
  async send(shipment: Shipment, secrets: readonly string[]): Promise<Shipped> {
    const startedAt = new Date();
    const began = performance.now();
    const [current, ...others] = secrets;
    const headers = current === undefined ? undefined : requestHeaders(shipment, [current, ...others], startedAt);
    const posted = headers ? await this.post(shipment, headers) : { error: 'client-unknown' };
    const durationMs = performance.now() - began;
    const outcome = this.outcomeOf(posted);
    count(outcome, shipment.eventIds.length, durationMs);
    const { links } = shipment.trace;
    return { id: newId(), startedAt, durationMs, headers: headers?.shown ?? {}, links, posted, outcome };
  }

  private post({ target, body }: Shipment, { sent }: RequestHeaders): Promise<Posted> {
    return post({ dispatcher: this.dispatcher, url: target.url, headers: sent, body, timeoutMs: this.timeoutMs });
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
