import { networkOf } from '@ces/service/http/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { configOf } from '../http/routing/time-requests.js';
import type { RateLimiter } from './rate-limiter.js';

/** Health checks do not count: other callers behind the same address must not make them fail. */
const probes = new Set(['/livez', '/readyz']);

/** Counts by address each request whose token no guard checks. Guards check the tokens of the API's routes. */
export function limitAddresses(fastify: FastifyInstance, limiter: RateLimiter): void {
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

function isGuarded(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined && configOf(request).url?.startsWith('/api/') === true;
}
