import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import { traceId } from '@ces/service/logging/logger';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { atEnd, isProbe, routeOf, statusOf } from './time-requests.js';

/** Writes the access log: a line for this share of the requests, and for each one that fails with 5xx. */
export function logRequests(fastify: FastifyInstance, share: number): void {
  const logger = new Logger('Access');
  const log = (request: FastifyRequest, reply: FastifyReply): void => {
    if ((statusOf(reply) ?? 0) >= 500) logger.warn(lineOf(request, reply), 'a request failed');
    else if (Math.random() < share) logger.log(lineOf(request, reply), 'a request');
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isProbe(request)) atEnd(reply, log);
    done();
  });
}

/** No path, query, header or user: these may be personal. */
function lineOf(request: FastifyRequest & { user?: AccessToken }, reply: FastifyReply) {
  const { call, user } = request;
  const status = statusOf(reply);
  return {
    route: routeOf(request),
    ...(status === undefined ? {} : { status }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(user ? { client_id: idOfCaller(user) } : {}),
    request_id: call.requestId,
    ...traceId(call.traceparent),
    // The caller has gone before it had the whole answer.
    ...(reply.raw.writableFinished ? {} : { aborted: true }),
  };
}
