import { newId } from '@ces/messaging/storage/ids';
import { createHash } from 'node:crypto';
import type { LogEvent } from '../../log/log-event.js';
import type { FrozenBatch } from '../record/queue-state.js';
import { traceOf, type Trace } from '../../requests/trace.js';

const largestBody = 256 * 1_024;
const frame = '{"events":[]}'.length;

/** A batch with its bytes at hand. */
export interface Batch extends FrozenBatch {
  /** Where its first event is. */
  from: number;
  /** The events in it, as X-Service-Event-Ids says them. */
  eventIds: string[];
  trace: Trace;
  body: Buffer;
}

/** As many of the events, from the first on, as fit into one body; at least one. */
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

/** The same bytes again; undefined when events have left the log meanwhile, as those of erased users do. */
export function recomposeBatch(frozen: FrozenBatch, events: LogEvent[]): Batch | undefined {
  const content = contentOf(events);
  return content.hash === frozen.hash ? { ...frozen, ...content } : undefined;
}

function contentOf(events: LogEvent[]): Omit<Batch, 'id' | 'to' | 'names'> {
  const body = Buffer.from(`{"events":[${events.map((event) => event.item).join(',')}]}`);
  const hash = createHash('sha256').update(body).digest('hex');
  const from = events[0]?.position ?? 0;
  const trace = traceOf(events.map(({ traceparent }) => traceparent));
  return { from, count: events.length, hash, eventIds: events.map(({ id }) => id), trace, body };
}
