import type { AcceptedEvent, BatchItemResult, EventDefinition } from '../generated/api.ts';
import { EventCalls } from '../generated/calls.ts';
import type { QueryOf } from '../http/calls.ts';
import { Items } from '../http/items.ts';
import { serverSent, type ServerSent, type StreamOptions } from '../http/server-sent.ts';
import { at, type CallOptions } from '../http/transport.ts';
import { sendInBatches, type EventToSend } from './send-in-batches.ts';

export interface SendOptions extends CallOptions {
  /** The event's own id: the same id is accepted once, for as long as the event is kept. */
  id?: string;
  /** When it happened, if that was not now. */
  time?: Date | string;
}

/** A refused one has a `problem`, and no id and data. */
export interface TailedEvent {
  id?: string;
  event_name: string;
  /** Null in a refused event whose path names nothing that can be a user. */
  user_id: string | null;
  data?: Record<string, unknown>;
  received_at?: string;
  problem?: { code: string; detail: string };
}

export class Events extends EventCalls {
  /** `schema` is a JSON Schema of the data. `$id`, `$schema` and `type` are filled in. An equal one makes no new version. */
  define(name: string, schema: Record<string, unknown>, options?: CallOptions): Promise<EventDefinition> {
    const path = at`/api/1/terminal/events/${name}`;
    const own = {
      $id: `${this.http.settings.baseUrl}${path}`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
    };
    return this.http.json('PUT', path, { ...options, body: { ...own, type: 'object', ...schema } });
  }

  /** Resolves when the event is on disk. */
  send(userId: string, name: string, data: object, { id, time, ...options }: SendOptions = {}): Promise<AcceptedEvent> {
    const moment = typeof time === 'object' ? time.toISOString() : time;
    return this.http.json('POST', at`/api/1/terminal/${userId}/events/${name}`, {
      ...options,
      body: data,
      ...(id === undefined ? {} : { idempotencyKey: id }),
      ...(moment === undefined ? {} : { headers: { ...options.headers, 'ce-time': moment } }),
    });
  }

  /**
   * Sends any number of events in as few requests as the limits allow, and gives the result of each. They
   * are in order per user, unless the service refuses one of them for a moment: that one is sent again before the next request, but
   * after those of its own request that were accepted. Nothing is sent before somebody iterates.
   */
  sendMany(
    events: Iterable<EventToSend> | AsyncIterable<EventToSend>,
    options: Omit<CallOptions, 'idempotencyKey'> = {},
  ): Items<BatchItemResult & { sent: EventToSend }> {
    return new Items(() => sendInBatches(this.http, events, options));
  }

  /** The events of all users as they come, without end: `accepted` and `refused` ones. */
  tail(query: QueryOf<'EventTail.tail'> = {}, options: StreamOptions = {}): AsyncIterable<ServerSent<TailedEvent>> {
    return serverSent(this.http, '/api/1/terminal/events:tail', options, query);
  }
}
