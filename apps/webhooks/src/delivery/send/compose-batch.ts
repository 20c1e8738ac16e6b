import { newId } from '@ces/messaging/storage/ids';
import { createHash } from 'node:crypto';
import { bodyOf, type LogEvent } from '../../log/log-event.js';
import type { FrozenBatch } from '../record/queue-state.js';
import { traceOf, type Trace } from '../../requests/trace.js';

const largestBody = 256 * 1_024;
const frame = '{"events":[]}'.length;

export interface Batch extends FrozenBatch {
  from: number;
  /** The ids of its events, for X-Service-Event-Ids. */
  eventIds: string[];
  trace: Trace;
  body: Buffer;
}

/** Takes the first events that fit into one body, and at least one event. */
export function composeBatch(events: LogEvent[], limit: number, names: readonly string[]): Batch | undefined {
  const chosen: LogEvent[] = [];
  let bytes = frame;
  for (const event of events) {
    bytes += Buffer.byteLength(event.item) + 1;
    if (chosen.length >= limit || (chosen.length > 0 && bytes > largestBody)) break;
    chosen.push(event);
  }
  const last = chosen.at(-1);
  return last ? { id: newId(), to: last.position, names, ...contentOf(chosen) } : undefined;
}

/** Returns undefined when some of the events were erased from the log meanwhile. */
export function recomposeBatch(frozen: FrozenBatch, events: LogEvent[]): Batch | undefined {
  const content = contentOf(events);
  return content.hash === frozen.hash ? { ...frozen, ...content } : undefined;
}

function contentOf(events: LogEvent[]): Omit<Batch, 'id' | 'to' | 'names'> {
  const body = bodyOf(events);
  const hash = createHash('sha256').update(body).digest('hex');
  const from = events[0]?.position ?? 0;
  const trace = traceOf(events.map(({ traceparent }) => traceparent));
  return { from, count: events.length, hash, eventIds: events.map(({ id }) => id), trace, body };
}
