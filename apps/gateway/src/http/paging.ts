import type { Page, Paged } from '@ces/contracts/events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The bare array that the specification shows; where there is more, a Link header leads on. */
export function pageOf<T>(
  paged: Paged<T>,
  query: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): T[] {
  if (paged.next !== null) {
    const url = new URL(request.url, publicUrl);
    url.searchParams.set('cursor', paged.next);
    url.searchParams.set('limit', String(query.limit ?? 500));
    void reply.header('Link', `<${publicUrl}${url.pathname}${url.search}>; rel="next"`);
  }
  return paged.items;
}
