import type { FastifyInstance } from 'fastify';

const everyMs = 50;

/** A connection that falls idle while the server closes would otherwise be waited for until its keep-alive is over. */
export function closeIdleAtTheEnd(fastify: FastifyInstance): void {
  fastify.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      fastify.server.closeIdleConnections();
    }, everyMs);
    fastify.server.once('close', () => {
      clearInterval(sweep);
    });
    done();
  });
}
