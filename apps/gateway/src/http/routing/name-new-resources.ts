import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../problems/problem-document.js';
import type { RouteTable } from './route-table.js';

/** The paths of new things that do not lie below the path that made them. */
const elsewhere: Record<string, (made: Record<string, unknown>) => string> = {
  '/api/1/user/person': ({ user_id }) => `/api/1/user/person/details/${segment(user_id)}`,
  '/api/1/terminal/listeners': ({ id }) => `/api/1/terminal/listeners/${segment(id)}/stream`,
  // The token of the session stays out of headers, which proxies may log.
  '/api/1/terminal/portal-sessions': () => '/console/portal',
  '/api/1/admin/cards': ({ cards }) => `/api/1/admin/cards/${segment(firstId(cards))}`,
};

/**
 * Gives each 201 a `Location`: the new resource, or the one that it is a part of. An address that nobody can read is not
 * named.
 */
export function nameNewResources(fastify: FastifyInstance, routes: RouteTable, publicUrl: string): void {
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode === 201 && typeof payload === 'object' && payload !== null) {
      const place = placeOf(request, payload as Record<string, unknown>, routes);
      if (place !== undefined) void reply.header('Location', `${publicUrl}${place}`);
    }
    done(null, payload);
  });
}

function placeOf({ url }: FastifyRequest, made: Record<string, unknown>, routes: RouteTable): string | undefined {
  const path = pathOf(url);
  const parent = path.replace(/\/[^/]*$/, '');
  const below = path.includes(':') ? parent : path;
  const candidates = [elsewhere[path]?.(made), `${below}/${segment(made['id'])}`, parent];
  return candidates.find((each) => each !== undefined && routes.methodsOf(each).includes('GET'));
}

function segment(id: unknown): string {
  return typeof id === 'string' ? encodeURIComponent(id) : '';
}

/** An upload makes many cards; the answer lists the first of them. */
function firstId(cards: unknown): unknown {
  const [first] = (Array.isArray(cards) ? cards : []) as { id?: unknown }[];
  return first?.id;
}
