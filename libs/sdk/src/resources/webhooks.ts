import type {
  Deleted,
  Listener,
  NewListener,
  NewWebhook,
  Resent,
  SetAsideEvent,
  TestEvent,
  Webhook,
  WebhookAttempt,
  WebhookChange,
  WebhookDetails,
  WebhookSecret,
} from '../generated/api.ts';
import type { Items } from '../http/items.ts';
import { serverSent, type ServerSent, type StreamOptions } from '../http/server-sent.ts';
import { at, type CallOptions, type Query, type Transport } from '../http/transport.ts';

const root = '/api/1/terminal/webhooks';
const listeners = '/api/1/terminal/listeners';

/** The headers and the exact body of a request that a webhook would get. */
export interface ListenedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** The webhooks of this client. `Ces.webhooks.verify` is for those who receive from them. */
export class Webhooks {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  create(webhook: NewWebhook, options?: CallOptions): Promise<Webhook> {
    return this.http.post(root, webhook, options);
  }

  list(query?: Query, options?: CallOptions): Items<Webhook> {
    return this.http.list(root, query, options);
  }

  get(id: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.get(root + at`/${id}`, options);
  }

  change(id: string, change: WebhookChange, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('PATCH', root + at`/${id}`, { ...options, body: change });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', root + at`/${id}`, options);
  }

  /** The secret that `Ces.webhooks.verify` needs. */
  secret(id: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.http.get(root + at`/${id}/secret`, options);
  }

  /** For 24 hours both secrets sign. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.http.post(root + at`/${id}/secret:rotate`, undefined, options);
  }

  /** The newest first. The query may name `outcome` and `since`. */
  attempts(id: string, query?: Query, options?: CallOptions): Items<WebhookAttempt> {
    return this.http.list(root + at`/${id}/attempts`, query, options);
  }

  enable(id: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.post(root + at`/${id}:enable`, undefined, options);
  }

  disable(id: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.post(root + at`/${id}:disable`, undefined, options);
  }

  ping(id: string, options?: CallOptions): Promise<WebhookAttempt> {
    return this.http.post(root + at`/${id}:ping`, undefined, options);
  }

  /** Sends an example of this event, and answers what the receiver said. */
  test(id: string, event: TestEvent['event'], options?: CallOptions): Promise<WebhookAttempt> {
    return this.http.post(root + at`/${id}:test`, { event }, options);
  }

  /** Delivers all events since a moment once more. */
  replay(id: string, since: Date | string, options?: CallOptions): Promise<WebhookDetails> {
    const moment = typeof since === 'string' ? since : since.toISOString();
    return this.http.post(root + at`/${id}:replay`, { since: moment }, options);
  }

  resend(id: string, batchId: string, options?: CallOptions): Promise<Resent> {
    return this.http.post(root + at`/${id}/batches/${batchId}:resend`, undefined, options);
  }

  setAside(id: string, query?: Query, options?: CallOptions): Items<SetAsideEvent> {
    return this.http.list(root + at`/${id}/set-aside`, query, options);
  }

  /** The 20 oldest, or those that are named. */
  resendSetAside(id: string, eventIds?: readonly string[], options?: CallOptions): Promise<Resent[]> {
    const choice = eventIds === undefined ? undefined : { event_ids: eventIds };
    return this.http.post(root + at`/${id}/set-aside:resend`, choice, options);
  }

  /** Makes a webhook without an address, for development. It is gone an hour after its last reader. */
  createListener(events: NewListener['events'], options?: CallOptions): Promise<Listener> {
    return this.http.post(listeners, { events }, options);
  }

  /** The deliveries of a listener, without end. POST them to your program. */
  listen(listenerId: string, options: StreamOptions = {}): AsyncIterable<ServerSent<ListenedDelivery>> {
    return serverSent(this.http, listeners + at`/${listenerId}/stream`, options);
  }

  deleteListener(listenerId: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', listeners + at`/${listenerId}`, options);
  }
}
