import type { Span } from '@ces/messaging/tracing/span';
import type { Tracing } from '@ces/messaging/tracing/tracing';

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

/** The W3C trace context of an attempt. */
export function traceparentOf({ shared }: Trace, batchId: string, startedAt: Date): string {
  return shared ?? ownTraceparent(batchId, startedAt);
}

/**
 * Without a shared trace, the batch id is the trace of all its attempts, and the millisecond of their start tells these apart. So the log of
 * attempts need not keep it.
 */
export function ownTraceparent(batchId: string, startedAt: Date): string {
  return `00-${traceIdOf(batchId)}-${startedAt.getTime().toString(16).padStart(16, '0')}-01`;
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
