import type { Statement } from '@ces/messaging/storage/parts';
import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Injectable } from '@nestjs/common';
import { headFor } from './heads.js';
import { laneOf } from './lane-of-user.js';
import { toLogEvent, type LogEvent, type Reader } from './log-event.js';
import {
  LogStore,
  type AppendedRow,
  type ErasedEvent,
  type NewRows,
  type SentRequest,
  type UserEvent,
} from './log.store.js';

export type { ErasedEvent, SentRequest, UserEvent };

export interface NewEvent {
  id: string;
  /** The user whose erasure deletes the event; null when the event outlives its user. */
  user_id: string | null;
  /** The user whose events it follows, if it outlives that user. */
  about?: string;
  data: object;
  traceparent: string | null;
}

/** The events of an append, so that this process goes on without reading them. */
export interface Fresh {
  /** The log's position before it. */
  previous: number;
  /** The positions of the events count from here. */
  start: number;
  upto: number;
  erasures: number;
  events: LogEvent[];
}

/** Events that are to be appended. Their positions are those that they would have in an empty log. */
export interface Draft {
  rows: NewRows;
  events: LogEvent[];
}

/** The result of the last statement of a transaction, which may have frozen batches, too. */
export interface AppendedLast extends Appended {
  /** The position before the first of the events. */
  start: number;
  /** Ids of webhooks. */
  frozen: ReadonlySet<string>;
}

export interface Appended {
  /** False if no webhook subscribes to the events. */
  stored: boolean;
  upto: number;
  /** Undefined if some of the events were left out. */
  fresh: Fresh | undefined;
}

/** Limits events to the webhooks of one client, except the webhook that the events are about. */
interface Audience {
  client_id: string;
  not_to: string;
}

/** The event log: it holds each event once, in the order in which webhooks get it. */
@Injectable()
export class LogService {
  constructor(private readonly store: LogStore) {}

  /** Appends only events that a webhook subscribes to. */
  async append(name: WebhookEventName, events: NewEvent[], to: Audience): Promise<Appended> {
    const draft = this.draft(name, events, to);
    return toAppended(await this.store.append(draft.rows), draft);
  }

  draft(name: WebhookEventName, events: NewEvent[], to?: Audience): Draft {
    const rows = toRows(name, events, to);
    return { rows, events: rows.ids.map((_, index) => eventOf(rows, index)) };
  }

  /** Appends at the end of the open transaction, with the part that freezes batches. Calls `act` after the commit. */
  appendLast(draft: Draft, freezing: Statement | undefined, act: (appended: AppendedLast) => void): Promise<void> {
    return this.store.appendLast(draft.rows, freezing, ({ frozen, ...row }) => {
      act({ ...toAppended(row, draft), start: Number(row.start), frozen: new Set(frozen) });
    });
  }

  /** Every event up to this position can be read; no event will appear at or below it any more. */
  async end(): Promise<number> {
    return Number((await this.store.readEnd()) ?? 0);
  }

  /** The next events; `last` is the log's position at this read. */
  async readOn(after: number, limit: number): Promise<{ events: LogEvent[]; erasures: number; last: number }> {
    const rows = await this.store.readOn(after, limit);
    const events = rows.flatMap((row) => (row.position === null ? [] : toLogEvent(row)));
    return { events, erasures: Number(rows[0]?.erasures ?? 0), last: Number(rows[0]?.last ?? 0) };
  }

  async readFor(reader: Reader, after: number, upto: number, limit: number): Promise<LogEvent[]> {
    return (await this.store.readFor(reader, after, upto, limit)).map(toLogEvent);
  }

  async readSent(requests: readonly SentRequest[]): Promise<Map<string, LogEvent[]>> {
    const rows = await this.store.readSent(requests);
    return Map.groupBy(
      rows.map((row) => ({ ...toLogEvent(row), request: row.request })),
      ({ request }) => request,
    );
  }

  /** True if the log holds all these events. No erasure deletes them before the transaction ends. */
  async hold(events: readonly LogEvent[]): Promise<boolean> {
    const held = await this.store.hold(events.map(({ position }) => String(position)));
    return held === events.length;
  }

  readOf(userId: string, after: string, limit: number): Promise<UserEvent[]> {
    return this.store.readOf(userId, after, limit);
  }

  eraseEventsOf(userId: string): Promise<ErasedEvent[]> {
    return this.store.deleteEventsOf(userId);
  }

  /** Waits for the appends before it, and holds up later ones until the commit: an erasure then sees all events there are. */
  holdForErasure(): Promise<void> {
    return this.store.countErasure();
  }

  forgetClient(clientId: string): Promise<void> {
    return this.store.deleteHead(headFor(clientId));
  }
}

function toRows(name: WebhookEventName, events: NewEvent[], to?: Audience): NewRows {
  return {
    name,
    head: to ? headFor(to.client_id) : name,
    ids: events.map((each) => each.id),
    userIds: events.map((each) => each.user_id),
    data: events.map((each) => JSON.stringify(each.data)),
    traceparents: events.map((each) => each.traceparent),
    lanes: events.map((each) => laneOf(each.about ?? each.user_id)),
    clientId: to?.client_id ?? null,
    notTo: to?.not_to ?? null,
  };
}

function toAppended({ stored, ...row }: AppendedRow, { events: drafts }: Draft): Appended {
  const [start, previous] = [Number(row.start), Number(row.previous)];
  const upto = start + drafts.length;
  const events = stored === 0 ? [] : drafts;
  const complete = stored === 0 || stored === drafts.length;
  const fresh = complete ? { previous, start, upto, erasures: Number(row.erasures), events } : undefined;
  return { stored: stored > 0, upto, fresh };
}

/** The same as the log gives when it is read, but for its position. */
function eventOf(rows: NewRows, index: number): LogEvent {
  return toLogEvent({
    position: String(index + 1),
    name: rows.name,
    id: (rows.ids[index] ?? '').toLowerCase(),
    client_id: rows.clientId,
    not_to: rows.notTo,
    data: rows.data[index] ?? '',
    traceparent: rows.traceparents[index] ?? null,
    lane: rows.lanes[index] ?? 0,
  });
}
