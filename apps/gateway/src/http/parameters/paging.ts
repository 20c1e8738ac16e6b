import { largestPage, type Page, type Paged } from '@ces/contracts/paging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { linksOf } from './page-links.js';

/**
 * Lists of the specification (rows 4, 16 and 24, 29, 34). They have no links back, because their callers may follow any
 * link until there is none.
 */
const onwardsOnly = new Set([
  '/api/1/user/connections/:user_id',
  '/api/1/user/optins',
  '/api/1/external-segmentation/external-segment/list',
  '/api/1/terminal/webhooks',
]);

/** Answers the bare array that the specification shows. Link headers lead to the next page and, outside the specification, back. */
export function answerPage<T>(
  paged: Paged<T>,
  query: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): T[] {
  const { cursor: given } = request.query as { cursor?: string };
  const next = paged.next === null ? {} : { next: paged.next };
  const wanted = onwardsOnly.has(request.routeOptions.url ?? '') ? next : linksOf(given, paged.next);
  const links = Object.entries(wanted).map(([rel, cursor]) => {
    const url = new URL(request.url, publicUrl);
    if (cursor === '') url.searchParams.delete('cursor');
    else url.searchParams.set('cursor', cursor);
    url.searchParams.set('limit', String(query.limit ?? largestPage));
    return `<${publicUrl}${url.pathname}${url.search}>; rel="${rel}"`;
  });
  if (links.length > 0) void reply.header('Link', links.join(', '));
  return paged.items;
}

/** Ends a list, which is newest first, before its first item older than `since`. */
export function endedAt<T>(paged: Paged<T>, since: string | undefined, timeOf: (item: T) => string): Paged<T> {
  if (since === undefined) return paged;
  const items = paged.items.filter((item) => Date.parse(timeOf(item)) >= Date.parse(since));
  return { items, next: items.length < paged.items.length ? null : paged.next };
}
