import { networkOf } from '@ces/service/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.js';

/** A probe of the machine's own keeper must not fail because of others behind the same address. */
const probes = new Set(['/livez', '/readyz']);

/** Counts by address who shows no token, and everything that is sent to /oauth2/*. */
export function limitAddresses(fastify: FastifyInstance, limiter: RateLimiter): void {
  if (!limiter.limits('address')) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) {
      done();
      return;
    }
    limiter.spend('address', networkOf(request.ip), reply).then(() => {
      done();
    }, done);
  });
}

function isCounted({ headers, url }: FastifyRequest): boolean {
  if (url.startsWith('/oauth2/')) return true;
  return headers.authorization === undefined && !probes.has(url);
}
