/** A server-sent event. `data` is written as one line of JSON. */
export interface Frame {
  event: string;
  /** A reader that comes back with it gets what follows. */
  id?: string;
  data: object;
}

/**
 * Names the place of a reader that has got no event yet, or none for long: readers keep an `id` without data, too. It also keeps
 * proxies from taking a silent connection for a dead one.
 */
export function placeOf(position: string): string {
  return `id: ${position}\n\n`;
}

/** How long a reader waits before it comes back. */
export function retryAfter(ms: number): string {
  return `retry: ${ms}\n\n`;
}

export function toText({ event, id, data }: Frame): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
