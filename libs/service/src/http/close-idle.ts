import type { FastifyInstance } from 'fastify';

const everyMs = 50;

/** A connection that falls idle while the server closes would otherwise be waited for until its keep-alive is over. */
export function closeIdleAtTheEnd(fastify: FastifyInstance): void {
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
