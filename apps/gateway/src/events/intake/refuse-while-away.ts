import type { Bus } from '@ces/messaging/calls/bus';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The command without which the route answers nothing but 503. */
    needs?: { subject: string };
  }
}

/**
 * Refuses requests whose command nobody answers before their token and body are read. Callers who try again at once then take
 * little of the machine on which the service starts.
 */
export function refuseWhileAway(fastify: FastifyInstance, bus: Bus): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { needs } = request.routeOptions.config;
    done(needs && bus.refusalOf(needs));
  });
}
