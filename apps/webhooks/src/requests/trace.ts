import type { Span } from '@ces/messaging/tracing/span';
import type { Tracing } from '@ces/messaging/tracing/tracing';
import { randomBytes } from 'node:crypto';

/** The trace of a batch: the traceparent that all its events share, or links to the traceparents of its events. */
export interface Trace {
  shared: string | undefined;
  links: readonly string[];
}

export function traceOf(traceparents: readonly (string | null)[]): Trace {
  const [first = null] = traceparents;
  const one = first !== null && traceparents.every((each) => each !== null && traceId(each) === traceId(first));
  if (one) return { shared: first, links: [] };
  return { shared: undefined, links: [...new Set(traceparents.filter((each) => each !== null))] };
}

/** The W3C trace context of an attempt. Without a shared trace, the batch id is the trace of all its attempts. */
export function traceparentOf({ shared }: Trace, batchId: string): string {
  return shared ?? `00-${traceIdOf(batchId)}-${randomBytes(8).toString('hex')}-01`;
}

/** The span of one attempt. It continues the shared trace, or is linked to the sampled ones among several. */
export function spanOf(tracing: Tracing, { shared, links }: Trace, batchId: string): Span | undefined {
  if (shared !== undefined) return tracing.follow('client', 'POST', shared);
  return tracing.link('client', 'POST', traceIdOf(batchId), links);
}

function traceIdOf(batchId: string): string {
  return batchId.replaceAll('-', '');
}

function traceId(traceparent: string): string | undefined {
  return traceparent.split('-')[1];
}
