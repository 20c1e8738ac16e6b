import type { FastifyInstance } from 'fastify';

/** Ignores an `Expect` other than `100-continue` (RFC 9110, 10.1.1). Node would answer 417 without a body. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}
