import type { Span } from '@ces/messaging/tracing/span';
import type { Tracing } from '@ces/messaging/tracing/tracing';
import type { FastifyInstance } from 'fastify';
import { isProbe, routeOf } from './time-requests.js';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/** Gives requests their spans. What the gateway calls, writes and logs for a request belongs to its span. */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.on) return;
  fastify.decorateRequest('span');
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { call } = request;
    request.span = isProbe(request) ? undefined : tracing.begin('server', () => routeOf(request), call.traceparent);
    if (request.span) call.traceparent = request.span.traceparent;
    done();
  });
  fastify.addHook('onResponse', ({ span, method }, { statusCode }, done) => {
    const attributes = { 'http.request.method': method, 'http.response.status_code': statusCode };
    span?.end({ attributes, error: statusCode >= 500 ? String(statusCode) : undefined });
    done();
  });
}
