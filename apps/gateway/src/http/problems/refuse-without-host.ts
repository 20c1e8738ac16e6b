import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance } from 'fastify';

/** Refuses HTTP/1.1 without `Host` (RFC 9112, 3.2). Node is told not to, because its answer has neither a body nor headers of ours. */
export function refuseWithoutHost(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) {
      done();
      return;
    }
    void reply.header('Connection', 'close');
    done(new Problem('request-malformed', 'A request of HTTP/1.1 needs the header Host.'));
  });
}
