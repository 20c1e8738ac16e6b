import { networkOf } from '@ces/service/http/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.js';

/** Health checks are not counted: other callers behind the same address must not make them fail. */
const probes = new Set(['/livez', '/readyz']);

/** Counts by address each request whose token no guard checks. A guard checks every token that comes to a route of the API. */
export function limitStrangers(fastify: FastifyInstance, limiter: RateLimiter): void {
  if (!limiter.limits('address')) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isGuarded(request) || probes.has(request.url)) {
      done();
      return;
    }
    limiter.spend('address', networkOf(request.ip), reply).then(() => {
      done();
    }, done);
  });
}

function isGuarded({ headers, routeOptions }: FastifyRequest): boolean {
  return headers.authorization !== undefined && routeOptions.url?.startsWith('/api/') === true;
}
