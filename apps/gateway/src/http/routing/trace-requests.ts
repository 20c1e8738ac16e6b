import type { Tracing } from '@ces/messaging/tracing/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IsProxy } from './proxy-networks.js';
import { atEnd, isProbe, routeOf, statusOf } from './time-requests.js';

/**
 * Gives requests their spans. What the gateway calls, writes and logs for a request belongs to its span. A trace goes on
 * with any caller's id, but only a caller in the networks of TRUST_PROXY decides whether it is sampled: otherwise anybody
 * on the internet could have everything recorded. The decision travels with the call, so that no service records more.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing, isProxy: IsProxy): void {
  if (!tracing.on) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isProbe(request)) begin(request, reply);
    done();
  });

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    const { call } = request;
    if (call.traceparent !== undefined && !isProxy(request.ip)) call.traceparent = tracing.decide(call.traceparent);
    const span = tracing.begin('server', () => routeOf(request), call.traceparent);
    if (!span) return;
    call.traceparent = span.traceparent;
    atEnd(reply, () => {
      const status = statusOf(reply);
      const ofStatus = status === undefined ? {} : { 'http.response.status_code': status };
      const error = status === undefined ? 'aborted' : status >= 500 ? String(status) : undefined;
      span.end({ attributes: { 'http.request.method': request.method, ...ofStatus }, error });
    });
  }
}
