import type { AccessToken } from '@ces/auth/access-token';
import { traceId } from '@ces/service/logging/logger';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProbe, routeOf } from './time-requests.js';

/** Writes the access log: a line for this share of the requests, and for each one that fails with 5xx. */
export function logRequests(fastify: FastifyInstance, share: number): void {
  const logger = new Logger('Access');
  fastify.addHook('onResponse', (request, reply, done) => {
    done();
    if (isProbe(request)) return;
    if (reply.statusCode >= 500) logger.warn(lineOf(request, reply), 'a request failed');
    else if (Math.random() < share) logger.log(lineOf(request, reply), 'a request');
  });
}

/** No path, query, header or user: these may be personal. */
function lineOf(request: FastifyRequest & { user?: AccessToken }, reply: FastifyReply) {
  const { call, user } = request;
  return {
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(user ? { client_id: user.client_id } : {}),
    request_id: call.requestId,
    ...traceId(call.traceparent),
    // The caller has gone before it had the whole answer.
    ...(reply.raw.writableFinished ? {} : { aborted: true }),
  };
}
