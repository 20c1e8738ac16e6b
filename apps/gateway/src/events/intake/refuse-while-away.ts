import type { Bus } from '@ces/messaging/calls/bus';
import type { FastifyInstance } from 'fastify';
import { configOf } from '../../http/routing/time-requests.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The command that the route calls. While no service answers it, the route answers 503. */
    needs?: { subject: string };
  }
}

/**
 * Refuses a request before its token and body are read, while no service answers the command of its route. Callers who
 * try again at once then take little of the machine on which the service starts.
 */
export function refuseWhileAway(fastify: FastifyInstance, bus: Bus): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { needs } = configOf(request);
    done(needs && bus.refusalOf(needs));
  });
}
