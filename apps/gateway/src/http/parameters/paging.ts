import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import { notACursor } from '@ces/service/database/keyset';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers the bare array that the specification shows. A Link header leads to the next page. */
export function answerPage<T>(
  paged: Paged<T>,
  query: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): T[] {
  if (paged.next !== null) {
    const url = new URL(request.url, publicUrl);
    url.searchParams.set('cursor', paged.next);
    url.searchParams.set('limit', String(query.limit ?? largestPage));
    void reply.header('Link', `<${publicUrl}${url.pathname}${url.search}>; rel="next"`);
  }
  return paged.items;
}

/**
 * Cuts a page out of a list that its service answers as a whole. `placeOf` identifies an item and orders the list by the
 * moment of making first. The page begins with the greatest place below the cursor's.
 */
export function pageOfWhole<T>(
  items: T[],
  placeOf: (item: T) => string[],
  { limit = largestPage, cursor }: Page,
): Paged<T> {
  const before = cursor === undefined ? undefined : JSON.stringify(placeIn(cursor));
  const left = items
    .map((item) => ({ item, place: JSON.stringify(placeOf(item)) }))
    .filter(({ place }) => before === undefined || place < before)
    .sort((a, b) => (a.place < b.place ? 1 : -1));
  const page = left.slice(0, limit);
  const last = left.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ item }) => item),
    next: last ? Buffer.from(last.place).toString('base64url') : null,
  };
}

/** Reads the place of the last item of the page before. */
export function placeIn(cursor: string): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every((part) => typeof part === 'string')) return place;
  } catch {
    // The refusal below covers this too.
  }
  throw notACursor();
}

/** A service of the previous release answers with the whole list. */
export function asPaged<T>(reply: Paged<T> | T[]): Paged<T> {
  return Array.isArray(reply) ? { items: reply, next: null } : reply;
}
