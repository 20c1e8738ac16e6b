import { Problem } from '@ces/contracts/problems';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import type { GatewayConfig } from '../gateway.config.js';
import { readAnyBody } from '../http/bodies/read-bodies.js';
import { sendProblem } from '../http/problems/send-problem.js';

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]);
const logger = new Logger('OAuth');

/** Passes requests of OAuth and OpenID Connect on to identity, which answers them over HTTP. */
export function proxyOAuth(fastify: FastifyInstance, config: GatewayConfig): void {
  const identity = new Pool(config.IDENTITY_URL, {
    connections: 64,
    maxResponseSize: 1_048_576,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connect: { timeout: 2_000 },
  });
  const { host, protocol } = new URL(config.PUBLIC_URL);
  fastify.addHook('onClose', () => identity.close());

  void fastify.register((scope, _options, done) => {
    readAnyBody(scope);
    scope.setErrorHandler((error, request, reply) => sendProblem(problemOf(error), request, reply, config.PUBLIC_URL));
    const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      try {
        const answer = await identity.request({
          path: request.url,
          method: request.method,
          headers: {
            ...forwarded(request.headers),
            'x-forwarded-host': host,
            'x-forwarded-proto': protocol.replace(':', ''),
            'x-forwarded-for': request.ip,
            'x-request-id': request.call.requestId,
          },
          body: Buffer.isBuffer(request.body) ? request.body : null,
        });
        // Identity's answers are small, and a stream would cost more than its content.
        const body = Buffer.from(await answer.body.arrayBuffer());
        return await reply
          .status(answer.statusCode)
          .headers(forwarded(answer.headers))
          .send(body.length > 0 ? body : undefined);
      } catch (error) {
        // Logs no stack, because each request logs this line while identity is away.
        logger.warn(`a request to identity failed: ${error instanceof Error ? error.message : String(error)}`);
        const problem = new Problem('service-unavailable', 'The identity service does not answer.', { retry_after: 1 });
        return sendProblem(problem, request, reply, config.PUBLIC_URL);
      }
    };
    for (const path of ['/oauth2/*', '/.well-known/*']) scope.all(path, pass);
    done();
  });
}

/** Drops headers of one connection, and CORS headers, which the gateway sets itself. */
function forwarded(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined &&
      !hopByHop.has(name) &&
      !name.startsWith('x-forwarded-') &&
      !name.startsWith('access-control-') &&
      name !== 'content-length',
  );
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

/** The Problem for an error of a hook or of reading the body. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  logger.error({ err: error }, 'a request failed');
  return new Problem('internal-error', 'The fault is ours; it is logged under the request id.');
}
