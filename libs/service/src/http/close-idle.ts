import type { FastifyInstance } from 'fastify';

const everyMs = 50;

/** Closes connections that become idle while the server closes. Otherwise it waits for the end of their keep-alive. */
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
