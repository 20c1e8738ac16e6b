import { randomBytes } from 'node:crypto';

/** Of a batch: the traceparent that all its events share, or those that its own trace is linked to. */
export interface Trace {
  shared: string | undefined;
  links: readonly string[];
}

export const noTrace: Trace = { shared: undefined, links: [] };

export function traceOf(traceparents: readonly (string | null)[]): Trace {
  const [first = null] = traceparents;
  const one = first !== null && traceparents.every((each) => each !== null && traceId(each) === traceId(first));
  if (one) return { shared: first, links: [] };
  return { shared: undefined, links: [...new Set(traceparents.filter((each) => each !== null))] };
}

/** W3C trace context of an attempt. Attempts of one batch without a shared trace are one trace: the id of the batch. */
export function traceparentOf({ shared }: Trace, batchId: string): string {
  return shared ?? `00-${batchId.replaceAll('-', '')}-${randomBytes(8).toString('hex')}-01`;
}

function traceId(traceparent: string): string | undefined {
  return traceparent.split('-')[1];
}
