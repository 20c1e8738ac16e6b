import { networkOf } from '@ces/service/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.js';

/** The keeper of the machine must not be refused because of others behind the same address. */
const probes = new Set(['/livez', '/readyz']);

/** Counts by address who shows no token. */
export function limitStrangers(fastify: FastifyInstance, limiter: RateLimiter): void {
  countByAddress(fastify, limiter, (request) => !hasToken(request) && !probes.has(request.url));
}

/** Counts by address everybody else in a scope where credentials are only shown, and not checked yet. */
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
