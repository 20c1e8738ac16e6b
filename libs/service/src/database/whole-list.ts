import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { cursorOf, placeIn } from './keyset.js';

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
