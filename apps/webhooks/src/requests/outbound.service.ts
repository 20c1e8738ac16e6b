import { newId } from '@ces/messaging/storage/ids';
import type { SpanEnd } from '@ces/messaging/tracing/span';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { Agent } from 'undici';
import { ClientSecrets } from '../client-secrets/client-secrets.service.js';
import { Clock } from '../clock/clock.service.js';
import type { Target } from '../subscriptions/targets.service.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { chooseKeys } from './choose-keys.js';
import { clientUnknown, composeHeaders, type RequestHeaders } from './compose-headers.js';
import { post, type Posted } from './post.js';
import { readRetryAfter } from './read-retry-after.js';
import type { RequestOutcome, Shipment, Shipped } from './shipment.js';
import { spanOf, traceparentOf } from './trace.js';

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

/** Sends requests to receivers: signed, guarded against private addresses, and ended in time. */
@Injectable()
export class Outbound implements OnApplicationShutdown {
  private readonly dispatcher: Agent;
  readonly timeoutMs: number;

  constructor(
    private readonly secrets: ClientSecrets,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
    config: WebhooksConfig,
  ) {
    this.timeoutMs = config.WEBHOOK_TIMEOUT_SECONDS * 1_000;
    this.dispatcher = guardedDispatcher({
      allow: config.WEBHOOK_ALLOW_CIDRS,
      // Covers webhooks that were registered before the setting was switched on.
      httpsOnly: config.WEBHOOK_HTTPS_ONLY,
      connectTimeout: Math.min(5_000, this.timeoutMs),
      headersTimeout: this.timeoutMs,
      bodyTimeout: this.timeoutMs,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.dispatcher.destroy();
  }

  /**
   * The client's secrets. Throws while identity is away and the known secrets are too old. Empty when identity does not know
   * the client.
   */
  secretsOf({ client_id }: Target): Promise<readonly string[]> {
    return this.secrets.of(client_id);
  }

  /** Does not wait. Returns undefined when identity has to be asked. */
  secretsAtHand({ client_id }: Target): readonly string[] | undefined {
    return this.secrets.atHand(client_id);
  }

  async ship(shipment: Shipment): Promise<Shipped> {
    return this.send(shipment, await this.secretsOf(shipment.target));
  }

  /** Begins the request before its first pause, so that no time passes between the caller's checks and the request. */
  async send(shipment: Shipment, secrets: readonly string[]): Promise<Shipped> {
    const startedAt = new Date();
    const began = performance.now();
    const [current, ...others] = secrets;
    const keys = current && chooseKeys(shipment.target.secrets, [current, ...others], this.clock.now());
    const { trace, batchId } = shipment;
    const span = keys ? spanOf(this.tracing, trace, batchId) : undefined;
    const traceparent = span?.traceparent ?? traceparentOf(trace, batchId, startedAt);
    const headers = keys ? composeHeaders(shipment, keys, startedAt, traceparent) : undefined;
    const posted = headers ? await this.post(shipment, headers) : { error: clientUnknown };
    const durationMs = performance.now() - began;
    const outcome = this.outcomeOf(posted);
    span?.end(endOfPost(shipment, outcome));
    countPost(outcome, shipment.eventIds.length, durationMs);
    const { links } = trace;
    return { attemptId: newId(), startedAt, durationMs, headers: headers?.kept ?? {}, links, posted, outcome };
  }

  private post({ target, body }: Shipment, { sent }: RequestHeaders): Promise<Posted> {
    return post({ dispatcher: this.dispatcher, url: target.url, headers: sent, body, timeoutMs: this.timeoutMs });
  }

  private outcomeOf(posted: Posted): RequestOutcome {
    if ('error' in posted) return { kind: 'unanswered', error: posted.error };
    const retryAfterMs = readRetryAfter(posted.retryAfter, this.clock.now());
    return { kind: 'answered', status: posted.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
}

/** The receiver's host only, because its path may hold a secret of the client. */
function endOfPost({ target: { url }, eventIds }: Shipment, outcome: RequestOutcome): SpanEnd {
  const status = outcome.kind === 'answered' ? outcome.status : undefined;
  const attributes = {
    'http.request.method': 'POST',
    'server.address': url.hostname,
    'ces.set_size': eventIds.length,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
  };
  if (outcome.kind === 'unanswered') return { attributes, error: outcome.error };
  return { attributes, error: outcome.status >= 300 ? String(outcome.status) : undefined };
}

function countPost(outcome: RequestOutcome, events: number, durationMs: number): void {
  const answer = outcome.kind === 'answered' ? `${Math.floor(outcome.status / 100)}xx` : 'none';
  posts.inc({ answer });
  if (answer === '2xx') delivered.inc(events);
  duration.observe(durationMs / 1_000);
}
