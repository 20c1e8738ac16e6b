import type { FastifyInstance } from 'fastify';
import type { Health } from '../health.js';

const everyMs = 50;

/**
 * Ends connections before the server closes. While it drains, each answer ends its connection, so that the caller sends
 * nothing on a connection that is about to close. While it closes, it closes idle connections; otherwise it would wait
 * for their keep-alive to end.
 */
export function endConnections(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    // On the raw answer, because identity's library answers without Fastify.
    if (health.draining) reply.raw.setHeader('Connection', 'close');
    done();
  });
  fastify.addHook('preClose', (done) => {
    done();
    if (!fastify.server.listening) return;
    const sweep = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, everyMs).unref();
    fastify.server.once('close', () => {
      clearInterval(sweep);
    });
  });
}
