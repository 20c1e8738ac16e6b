import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from './uuid.js';

/** A page ends before its limit if a reply over NATS would get too large. */
const pageBytes = 400_000;

/** Few large rows fill a page, so rows are read 50 at a time. One more row says whether a page of 50 is the last. */
const sliceRows = 51;

type Read<R> = (before: string | null, atMost: number) => Promise<R[]>;

/**
 * A page of rows whose ids sort by time, newest first. `next` is the id below which the next page begins. `read` is
 * called until the page is full, and for one more row, which says whether there is a next page.
 */
export async function pageOf<R, T extends { id: string }>(
  { limit = largestPage, cursor }: Page,
  read: Read<R>,
  toItem: (row: R) => T,
): Promise<Paged<T>> {
  if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
  const items: T[] = [];
  let bytes = 0;
  for await (const item of inSlices(cursor ?? null, limit + 1, read, toItem)) {
    const last = items.at(-1);
    bytes += bytesOf(item);
    if (items.length === limit || (last && bytes > pageBytes)) return { items, next: last?.id ?? null };
    items.push(item);
  }
  return { items, next: null };
}

async function* inSlices<R, T extends { id: string }>(
  from: string | null,
  atMost: number,
  read: Read<R>,
  toItem: (row: R) => T,
): AsyncGenerator<T> {
  let before = from;
  for (let left = atMost; left > 0; left -= sliceRows) {
    const asked = Math.min(left, sliceRows);
    const rows = await read(before, asked);
    for (const item of rows.map(toItem)) {
      before = item.id;
      yield item;
    }
    if (rows.length < asked) return;
  }
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The cursor of a list of buckets is the beginning of a bucket. Other forms may name a year that PostgreSQL refuses. */
export function momentOfCursor(cursor: string | undefined): Date | undefined {
  if (cursor === undefined) return undefined;
  const found = new Date(cursor);
  if (!moment.test(cursor) || Number.isNaN(found.getTime())) throw notACursor();
  return found;
}

export function notACursor(): Problem {
  return new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
    errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
  });
}

/** At least one. */
export function countThatFits(rows: object[]): number {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += bytesOf(row)) > pageBytes);
  return beyond < 0 ? rows.length : Math.max(1, beyond);
}

function bytesOf(row: object): number {
  return Buffer.byteLength(JSON.stringify(row));
}
