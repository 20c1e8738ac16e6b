import type { CallContext } from '@ces/messaging/calls/call-context';
import { inCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { originForm } from '@ces/service/http/origin-form';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../gateway.config.js';
import { localeOf } from '../parameters/locale.js';
import { securityHeaders, strictPolicy } from './security-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    call: CallContext;
  }
}

const ownId = /^[A-Za-z0-9._-]{1,128}$/;
const traceparent = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function markRequests(fastify: FastifyInstance, config: GatewayConfig): void {
  const always = securityHeaders(config.PUBLIC_URL);
  fastify.decorateRequest('call');
  fastify.addHook('onRequest', (request, reply, done) => {
    // The router ignores a host in the target, so later code must not see it.
    if (request.raw.url) request.raw.url = originForm(request.raw.url);
    request.call = callOf(request);
    void reply.header('X-Request-Id', request.call.requestId).headers(always);
    done();
  });
  // Reading the body leaves the async context of onRequest, so the call begins here, right before the handler.
  fastify.addHook('preHandler', (request, _reply, done) => {
    inCall(request.call, done);
  });
  fastify.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, _payload, done) => {
    if (request.call.ignored) void reply.header('Ignored-Fields', request.call.ignored.join(', '));
    if (request.call.replayed) void reply.header('Idempotent-Replayed', 'true');
    if (!reply.hasHeader('Content-Security-Policy')) void reply.headers(strictPolicy);
    done();
  });
}

/** Names the answer's language. It refuses a malformed locale, so it runs after the limit by address has counted the request. */
export function markLanguage(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('Content-Language', localeOf(request).replace('_', '-'));
    done();
  });
}

export function callOf(request: FastifyRequest): CallContext {
  const given = request.headers['x-request-id'];
  const call: CallContext = { requestId: typeof given === 'string' && ownId.test(given) ? given : newId() };
  const trace = request.headers['traceparent'];
  if (typeof trace === 'string' && traceparent.test(trace)) call.traceparent = trace;
  return call;
}
