import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../gateway.config.js';
import type { PublicOrigins } from './public-origins.js';
import type { RouteTable } from './route-table.js';
import type { RoutesForUsers } from './routes-for-users.js';

const exposed =
  'X-Request-Id, ETag, Location, Idempotent-Replayed, Ignored-Fields, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, On-Behalf-Of, X-Request-Id, traceparent, ce-id, ce-source, ce-time';
const preflightSeconds = '600';

/** Lets the page of the request read the answer, if its origin is allowed to. A promise only if the page has to wait. */
export type AllowOrigin = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Lets pages read answers (CORS): pages of our origin and of the configured origins on every path, pages of public
 * clients on the routes that such a client may call.
 */
export function originsAllowed(config: GatewayConfig, routes: RoutesForUsers, origins: PublicOrigins): AllowOrigin {
  const everywhere = new Set([new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS]);
  const isOfPublicClient = (request: FastifyRequest, origin: string): Promise<boolean> | false =>
    routes.has(methodAskedFor(request), request.url.split('?', 1)[0] ?? '') && origins.has(origin);
  const allow = async (request: FastifyRequest, reply: FastifyReply, origin: string): Promise<void> => {
    if (everywhere.has(origin) || (await isOfPublicClient(request, origin)))
      void reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
  };
  return (request, reply) => {
    const { origin } = request.headers;
    void reply.header('Vary', 'Origin');
    return origin === undefined ? undefined : allow(request, reply, origin);
  };
}

export function allowOrigins(fastify: FastifyInstance, allow: AllowOrigin): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const allowed = allow(request, reply);
    if (!allowed) done();
    else
      allowed.then(() => {
        done();
      }, done);
  });
}

/** A preflight names the wanted method in a header. */
function methodAskedFor({ method, headers }: FastifyRequest): string {
  return method === 'OPTIONS' ? (headers['access-control-request-method'] ?? method) : method;
}

/**
 * Answers OPTIONS with the methods of the path, for a preflight or any other request. A browser lets a page use them if
 * its origin is allowed.
 */
export function answerPreflights(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') {
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
