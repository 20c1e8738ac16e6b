import { Problem } from '@ces/contracts/problems';
import { etagOf, isKnown } from '@ces/messaging/calls/etag';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../problems/problem-document.js';
import type { RouteTable } from './route-table.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The resource that a GET or a change answers, until it is written as JSON. */
    shown: object | null;
  }
}

/**
 * Gives an answer that shows one thing its ETag, and answers 304 to a caller who has it already. Passes `If-Match` of a
 * change on to the service, which compares it when no other request can change the thing any more.
 */
export function compareTags(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.decorateRequest('shown', null);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const wanted = request.headers['if-match'];
    if (wanted === undefined || !changes(request)) {
      done();
      return;
    }
    request.call.ifMatch = wanted;
    done(showsTag(request, routes) ? undefined : noTag());
  });
  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    const one = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    if (one && reply.statusCode === 200 && (isRead(request) || showsNewState(request, payload, routes)))
      request.shown = payload;
    done(null, payload);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.shown === null || typeof payload !== 'string') {
      done();
      return;
    }
    const tag = etagOf(request.shown, payload);
    void reply.header('ETag', tag);
    const known = request.headers['if-none-match'];
    if (known === undefined || !isRead(request) || !isKnown(known, tag)) {
      done();
      return;
    }
    void reply.status(304).removeHeader('Content-Type').removeHeader('Content-Length');
    done(null, '');
  });
}

function isRead({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/api/');
}

/** The answer of a change is what a GET answers now, unless it says what was done (`status` of row 1, and of a PUT by name). */
function showsNewState(request: FastifyRequest, answer: object, routes: RouteTable): boolean {
  return changes(request) && request.url.startsWith('/api/') && !('status' in answer) && showsTag(request, routes);
}

function changes({ method }: FastifyRequest): boolean {
  return method === 'PUT' || method === 'PATCH';
}

function showsTag({ url }: FastifyRequest, routes: RouteTable): boolean {
  const methods = routes.methodsOf(pathOf(url));
  return methods.length === 0 || methods.includes('GET');
}

function noTag(): Problem {
  return new Problem('precondition-failed', 'Nothing at this path has an ETag: leave If-Match out.');
}
