import type { Page, Paged } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from './uuid.js';

interface Bounds {
  before: string | null;
  limit: number;
}

/** Ids sort by time: a page ends with an id, and the next one begins below it. */
export function boundsOf({ limit = 500, cursor }: Page): Bounds {
  if (cursor !== undefined && !isUuid(cursor)) {
    throw new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
      errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
    });
  }
  return { before: cursor ?? null, limit };
}

/** A page ends where a reply over NATS would get too large, also before its limit. */
const pageBytes = 400_000;

/** Of one row more than was asked for. */
export function toPage<T extends { id: string }>(rows: T[], { limit }: Bounds): Paged<T> {
  const items = rows.slice(0, Math.min(limit, countThatFits(rows)));
  return { items, next: items.length < rows.length ? (items.at(-1)?.id ?? null) : null };
}

/** How many of the rows one reply can hold; one at least. */
export function countThatFits(rows: object[]): number {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > pageBytes);
  return beyond < 0 ? rows.length : Math.max(1, beyond);
}
