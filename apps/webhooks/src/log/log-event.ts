export interface LogRow {
  position: string;
  name: string;
  id: string;
  client_id: string | null;
  not_to: string | null;
  data: string;
  traceparent: string | null;
  lane: number;
}

/** An event as couriers send it: `item` is the exact text in the body. */
export interface LogEvent {
  position: number;
  name: string;
  id: string;
  client_id: string | null;
  not_to: string | null;
  item: string;
  traceparent: string | null;
  /** The lane of its user. */
  lane: number;
}

/** A webhook that reads the log: it gets the events of its names; of the events for one client, only its own client's. */
export interface Reader {
  webhook_id: string;
  client_id: string;
  names: readonly string[];
  /** Limits the events to those of one lane. */
  lane?: number;
  /** Limits the events to those up to this position. */
  upto?: number;
}

/** Microseconds since 1970 stay exact as a number until the year 2255. */
export function toLogEvent({ position, name, id, client_id, not_to, data, traceparent, lane }: LogRow): LogEvent {
  const item = `{"name":"${name}","data":${data}}`;
  return { position: Number(position), name, id, client_id, not_to, item, traceparent, lane };
}

/** The same events give the same bytes. */
export function bodyOf(events: readonly LogEvent[]): Buffer {
  return Buffer.from(`{"events":[${events.map(({ item }) => item).join(',')}]}`);
}

export function isFor(event: LogEvent, reader: Reader): boolean {
  if (reader.lane !== undefined && reader.lane !== event.lane) return false;
  if (event.position > (reader.upto ?? Infinity)) return false;
  if (!reader.names.includes(event.name)) return false;
  return event.client_id === null || (event.client_id === reader.client_id && event.not_to !== reader.webhook_id);
}
