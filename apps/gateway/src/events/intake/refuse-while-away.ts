import { Bus, unavailable } from '@ces/messaging/calls/bus';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service without which the route answers nothing but 503. */
    needs?: string;
  }
}

/**
 * Refuses requests whose service is away before their token and body are read. Callers who try again at once then take
 * little of the machine on which the service starts.
 */
export function refuseWhileAway(fastify: FastifyInstance, bus: Bus): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { needs } = request.routeOptions.config;
    if (needs !== undefined && bus.isAway(needs)) done(unavailable(needs, 'its circuit is open'));
    else done();
  });
}
