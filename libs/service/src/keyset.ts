import type { Page, Paged } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from './uuid.js';

/** A page ends where a reply over NATS would get too large, also before its limit. */
const pageBytes = 400_000;

/**
 * A page of rows whose ids sort by time, newest first: it ends with an id, and the next one begins below it. `read` is
 * given where to begin, and how many rows to read at the most: one more than are shown, which says whether there is more.
 */
export async function pageOf<R, T extends { id: string }>(
  { limit = 500, cursor }: Page,
  read: (before: string | null, atMost: number) => Promise<R[]>,
  toItem: (row: R) => T,
): Promise<Paged<T>> {
  if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
  const rows = (await read(cursor ?? null, limit + 1)).map(toItem);
  const items = rows.slice(0, Math.min(limit, countThatFits(rows)));
  return { items, next: items.length < rows.length ? (items.at(-1)?.id ?? null) : null };
}

export function notACursor(): Problem {
  return new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
    errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
  });
}

/** How many of the rows one reply can hold; one at least. */
export function countThatFits(rows: object[]): number {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > pageBytes);
  return beyond < 0 ? rows.length : Math.max(1, beyond);
}
