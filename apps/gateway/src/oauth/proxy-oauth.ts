import { identityRoutes } from '@ces/contracts/identity/tokens/oauth-routes';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import '@fastify/compress';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayConfig } from '../gateway.config.js';
import { readAnyBody } from '../http/bodies/read-bodies.js';
import { problemOf } from '../http/problems/problem-of.js';
import { sendProblem } from '../http/problems/send-problem.js';
import { ClientTokens } from './client-tokens.js';
import { IdentityAddresses } from './identity-addresses.js';

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
const jsonType = 'application/json; charset=utf-8';

const logger = new Logger('OAuth');

export function proxyOAuth(fastify: FastifyInstance, config: GatewayConfig, bus: Bus): void {
  const identity = new IdentityProxy(config);
  const tokens = new ClientTokens(bus);
  fastify.addHook('onClose', () => identity.close());
  void fastify.register((scope, _options, done) => {
    readAnyBody(scope);
    scope.setErrorHandler((error, request, reply) =>
      sendProblem(problemOf(error, logger), request, reply, config.PUBLIC_URL),
    );
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const token = await tokens.answerTo(request);
      return token ? reply.type(jsonType).send(JSON.stringify(token)) : identity.pass(request, reply);
    };
    for (const [url, method] of Object.entries(identityRoutes))
      scope.route({ method: [...method], url, ...compression(url), handler: answer });
    // Identity refuses these, unless it is newer and knows them.
    const rest = (request: FastifyRequest, reply: FastifyReply) => identity.pass(request, reply);
    for (const url of ['/oauth2/*', '/.well-known/*'])
      scope.all(url, { config: { rest: true }, ...compression(url) }, rest);
    done();
  });
}

/**
 * Answers below /oauth2/ are sent as they are. They hold secrets beside what the caller has sent, and the size of such an answer would
 * tell the secret piece by piece if it was compressed (BREACH). The metadata and the keys hold none.
 */
function compression(url: string): { compress?: false } {
  return url.startsWith('/oauth2/') ? { compress: false } : {};
}

class IdentityProxy {
  private readonly addresses: IdentityAddresses;
  private readonly publicUrl: string;
  private readonly publicHeaders: Record<string, string>;

  constructor({ IDENTITY_URL, PUBLIC_URL }: GatewayConfig) {
    this.addresses = new IdentityAddresses(IDENTITY_URL);
    const { host, protocol } = new URL(PUBLIC_URL);
    this.publicUrl = PUBLIC_URL;
    this.publicHeaders = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.replace(':', '') };
  }

  close(): Promise<void> {
    return this.addresses.close();
  }

  async pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const answer = await this.addresses.request({
        path: request.url,
        // Some routes of identity have no HEAD. Node leaves out the body of an answer to HEAD.
        method: request.method === 'HEAD' ? 'GET' : request.method,
        headers: this.headersFor(request),
        body: Buffer.isBuffer(request.body) ? request.body : null,
      });
      // Identity's answers are small, and a stream would cost more than its content.
      const body = Buffer.from(await answer.body.arrayBuffer());
      // OAuth names a scheme only to clients that used one. Basic would make browsers ask for a password.
      if (answer.statusCode === 401) void reply.header('WWW-Authenticate', 'Bearer realm="ces"');
      return await reply
        .status(answer.statusCode)
        .headers(forwarded(answer.headers))
        .send(body.length > 0 ? body : undefined);
    } catch (error) {
      // Logs no stack, because each request logs this line while identity is away.
      logger.warn(`a request to identity failed: ${error instanceof Error ? error.message : String(error)}`);
      const problem = new Problem('service-unavailable', 'The identity service does not answer.', { retry_after: 1 });
      return sendProblem(problem, request, reply, this.publicUrl);
    }
  }

  private headersFor({ headers, ip, call }: FastifyRequest): Record<string, string | string[]> {
    return {
      ...forwarded(headers),
      ...this.publicHeaders,
      'x-forwarded-for': ip,
      'x-request-id': call.requestId,
      ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
    };
  }
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
