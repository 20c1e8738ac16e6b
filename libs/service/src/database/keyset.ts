import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from './uuid.js';

/** A page ends before its limit if a reply over NATS would get too large. */
const pageBytes = 400_000;

/** Few large rows fill a page, so rows are read 50 at a time. One more row says whether a page of 50 is the last. */
const sliceRows = 51;

type Read<R> = (before: string | null, atMost: number) => Promise<R[]>;

/** The end of a page of a list by creation: when its last item was made, to the millisecond, and the id of that item. */
interface Made {
  at: Date;
  id: string;
}

/** Rows of a list by creation, newest first. */
export interface Wanted {
  before: Made | null;
  atMost: number;
  /** Only rows with this text in their name. */
  q?: string | undefined;
}

/**
 * A page of rows whose ids sort by time, newest first. `next` is the id below which the next page begins. `read` is
 * called until the page is full, and for one more row, which says whether there is a next page.
 */
export async function pageOf<R, T extends { id: string }>(
  page: Page,
  read: Read<R>,
  toItem: (row: R) => T,
  rowsAtOnce = sliceRows,
): Promise<Paged<T>> {
  if (page.cursor !== undefined && !isUuid(page.cursor)) throw notACursor();
  return filledPage(page, { read, toItem, cursorOf: ({ id }) => id, rowsAtOnce });
}

/** A page of rows whose ids do not sort by time, newest first. */
export function pageByCreation<R, T extends { created: string }>(
  { q, ...page }: Page & { q?: string },
  read: (wanted: Wanted) => Promise<R[]>,
  toItem: (row: R) => T,
  idOf: (item: T) => string,
): Promise<Paged<T>> {
  return filledPage(page, {
    read: (before, atMost) => read({ before: before === null ? null : madeIn(before), atMost, q }),
    toItem,
    cursorOf: (item) => cursorOf([item.created, idOf(item)]),
    rowsAtOnce: sliceRows,
  });
}

interface List<R, T> {
  read: Read<R>;
  toItem: (row: R) => T;
  /** The cursor of the page that begins below the item. */
  cursorOf: (item: T) => string;
  rowsAtOnce: number;
}

async function filledPage<R, T extends object>(page: Page, list: List<R, T>): Promise<Paged<T>> {
  const { limit = largestPage, cursor } = page;
  const items: T[] = [];
  let bytes = 0;
  for await (const item of inSlices(cursor ?? null, limit + 1, list)) {
    const last = items.at(-1);
    bytes += bytesOf(item);
    if (items.length === limit || (last && bytes > pageBytes))
      return { items, next: last === undefined ? null : list.cursorOf(last) };
    items.push(item);
  }
  return { items, next: null };
}

async function* inSlices<R, T>(from: string | null, atMost: number, list: List<R, T>): AsyncGenerator<T> {
  let before = from;
  for (let left = atMost; left > 0; left -= list.rowsAtOnce) {
    const asked = Math.min(left, list.rowsAtOnce);
    const rows = await list.read(before, asked);
    const items = rows.map(list.toItem);
    yield* items;
    const last = items.at(-1);
    if (last === undefined || rows.length < asked) return;
    before = list.cursorOf(last);
  }
}

/** The parts of a cursor that names a place by several texts. */
export function placeIn(cursor: string): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every((part) => typeof part === 'string')) return place;
  } catch {
    // The refusal below covers this too.
  }
  throw notACursor();
}

export function cursorOf(place: string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Refuses what PostgreSQL could not compare. */
function madeIn(cursor: string): Made {
  const [created, id, ...rest] = placeIn(cursor);
  const at = momentOfCursor(created);
  if (at === undefined || id === undefined || rest.length > 0 || unstorable.test(id)) throw notACursor();
  return { at, id };
}

/** NUL, or half of a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/u;

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
