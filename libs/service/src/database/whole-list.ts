import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { countThatFits, notACursor } from './keyset.js';

type PlaceOf<T> = (item: T) => string[];

/**
 * Cuts a page out of a whole list. `placeOf` gives the unique place of an item, which sorts by the time of creation. The
 * page begins with the greatest place below the cursor's.
 */
export function pageOfWhole<T>(items: T[], placeOf: PlaceOf<T>, { limit = largestPage, cursor }: Page): Paged<T> {
  const before = cursor === undefined ? undefined : JSON.stringify(placeIn(cursor));
  const left = items
    .map((item) => ({ item, place: JSON.stringify(placeOf(item)) }))
    .filter(({ place }) => before === undefined || place < before)
    .sort((a, b) => (a.place < b.place ? 1 : -1));
  const page = left.slice(0, limit).map(({ item }) => item);
  const last = left.length > limit ? page.at(-1) : undefined;
  return { items: page, next: last ? cursorOf(placeOf(last)) : null };
}

/** Ends the page before a reply over NATS gets too large. */
export function fittingPage<T extends object>(paged: Paged<T>, placeOf: PlaceOf<T>): Paged<T> {
  const items = paged.items.slice(0, countThatFits(paged.items));
  const last = items.at(-1);
  return last && items.length < paged.items.length ? { items, next: cursorOf(placeOf(last)) } : paged;
}

/** The place in a list that is newest first. */
export function placeByCreation({ created, id }: { created: string; id: string }): string[] {
  return [created, id];
}

export function named<T extends { name: string }>(items: T[], q = ''): T[] {
  return items.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
}

export function placeIn(cursor: string): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every((part) => typeof part === 'string')) return place;
  } catch {
    // The refusal below covers this too.
  }
  throw notACursor();
}

function cursorOf(place: string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}
