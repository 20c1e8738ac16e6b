import { Problem, problems } from '@ces/contracts/problems';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import type { GatewayConfig } from '../gateway.config.js';
import { readAnyBody } from '../http/read-bodies.js';

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

/** Identity speaks OAuth and OpenID Connect itself, over HTTP; the gateway only passes it on, unread. */
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
    scope.setErrorHandler(refuseAsOAuth);
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
        // Whole, not as a stream: answers of our own service are small, and a stream costs more than what is in it.
        const body = Buffer.from(await answer.body.arrayBuffer());
        return await reply
          .status(answer.statusCode)
          .headers(forwarded(answer.headers))
          .send(body.length > 0 ? body : undefined);
      } catch (error) {
        // One line without a stack: while identity is away there is one for each request.
        logger.warn(`a request to identity failed: ${error instanceof Error ? error.message : String(error)}`);
        return sendUnavailable(request, reply, config.PUBLIC_URL);
      }
    };
    for (const path of ['/oauth2/*', '/.well-known/*']) scope.all(path, pass);
    done();
  });
}

/** CORS is the gateway's own: identity's answers say nothing of it. */
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

/** What the gateway itself refuses, in the form of RFC 6749. */
function refuseAsOAuth(error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  const refused = error instanceof Problem;
  if (!refused) logger.error({ err: error }, 'a request failed');
  const status = refused ? error.status : 500;
  // What was not read of the body is not wanted.
  if (status === 408 || status === 413) void reply.header('Connection', 'close');
  void reply
    .status(status)
    .header('Content-Language', 'en-GB')
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: refused ? 'invalid_request' : 'server_error',
        error_description: refused ? error.detail : 'The fault is ours; it is logged under the request id.',
      }),
    );
}

function sendUnavailable(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const problem = new Problem('service-unavailable', 'The identity service does not answer.');
  return reply
    .status(503)
    .header('Retry-After', '1')
    .header('Content-Language', 'en-GB')
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: `${publicUrl}/problems/${problem.code}`,
        title: problems[problem.code][1],
        status: 503,
        detail: problem.detail,
        instance: request.url.split('?', 1)[0],
        code: problem.code,
        request_id: request.call.requestId,
      }),
    );
}
