import { networkOf } from '@ces/service/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.js';

/** Health checks are not counted: other callers behind the same address must not make them fail. */
const probes = new Set(['/livez', '/readyz']);

/** Counts the requests without a token by address. */
export function limitStrangers(fastify: FastifyInstance, limiter: RateLimiter): void {
  countByAddress(fastify, limiter, (request) => !hasToken(request) && !probes.has(request.url));
}

/** Counts the requests with credentials by address, in a scope where the gateway does not check the credentials. */
export function limitCredentials(scope: FastifyInstance, limiter: RateLimiter): void {
  countByAddress(scope, limiter, hasToken);
}

function countByAddress(
  scope: FastifyInstance,
  limiter: RateLimiter,
  isCounted: (request: FastifyRequest) => boolean,
): void {
  if (!limiter.limits('address')) return;
  scope.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) {
      done();
      return;
    }
    limiter.spend('address', networkOf(request.ip), reply).then(() => {
      done();
    }, done);
  });
}

function hasToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}
