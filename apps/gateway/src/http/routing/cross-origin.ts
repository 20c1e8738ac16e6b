import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayConfig } from '../../gateway.config.js';
import type { RouteTable } from './route-table.js';

const exposed = 'X-Request-Id, Idempotent-Replayed, Ignored-Fields, Link, Retry-After, RateLimit, RateLimit-Policy';
const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent, ce-id, ce-source, ce-time';
const preflightSeconds = '600';

/** Lets pages of our origin and of the configured origins read answers (CORS), on every path. */
export function allowOrigins(fastify: FastifyInstance, config: GatewayConfig): void {
  const allowed = new Set([new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS]);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (allowed.size > 1) void reply.header('Vary', 'Origin');
    if (origin !== undefined && allowed.has(origin))
      void reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    done();
  });
}

/** Answers a preflight with the methods of the path. The browser lets a page use them if its origin is allowed. */
export function answerPreflights(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const preflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method !== 'OPTIONS' || origin === undefined || !preflight) {
      done();
      return;
    }
    const methods = routes.methodsOf(request.url.split('?', 1)[0] ?? '');
    if (methods.length === 0) done();
    else answerPreflight(reply, methods);
  });
}

function answerPreflight(reply: FastifyReply, methods: string[]): void {
  const list = methods.join(', ');
  void reply.headers({ Allow: `${list}, OPTIONS`, 'Access-Control-Allow-Methods': list });
  if (reply.hasHeader('Access-Control-Allow-Origin'))
    void reply.headers({ 'Access-Control-Allow-Headers': allowedHeaders, 'Access-Control-Max-Age': preflightSeconds });
  void reply.status(204).send();
}
