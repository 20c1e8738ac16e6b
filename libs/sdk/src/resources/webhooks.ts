import { WebhookCalls } from '../generated/calls.ts';
import { serverSent, type ServerSent, type StreamOptions } from '../http/server-sent.ts';
import { at } from '../http/transport.ts';

/** The headers and the exact body of a request that a webhook would get. */
export interface ListenedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** The webhooks of this client. `Ces.webhooks.verify` is for those who receive from them. */
export class Webhooks extends WebhookCalls {
  /** The deliveries of a listener, without end. POST them to your program. */
  listen(listenerId: string, options: StreamOptions = {}): AsyncIterable<ServerSent<ListenedDelivery>> {
    return serverSent(this.http, at`/api/1/terminal/listeners/${listenerId}/stream`, options);
  }
}
