import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthFault } from '../tokens/protocol/oauth-fault.js';

interface NoRoute {
  problem: Problem;
  headers: Record<string, string>;
}

/** Status 404 or 405 below /oauth2/, as RFC 6749 writes errors. */
export function noOAuthRoute(scope: FastifyInstance, request: FastifyRequest): OAuthFault {
  const { problem, headers } = findFault(scope, request);
  return new OAuthFault(problem.status, 'invalid_request', problem.detail, headers);
}

/** Status 404 or 405 below /.well-known/, as the rest of the API writes errors (RFC 9457). */
export function noSuchRoute(
  scope: FastifyInstance,
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, headers } = findFault(scope, request);
  const { code, title, status, detail } = problem;
  const [instance = ''] = request.url.split('?', 1);
  return reply
    .status(status)
    .headers(headers)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
    .send(
      JSON.stringify({
        type: `${publicUrl}/problems/${code}`,
        ...{ title, status, detail, instance, code },
        request_id: request.headers['x-request-id'] ?? request.id,
      }),
    );
}

function findFault(scope: FastifyInstance, request: FastifyRequest): NoRoute {
  const [url = ''] = request.url.split('?', 1);
  const allowed = (['GET', 'POST'] as const).filter((method) => scope.hasRoute({ method, url }));
  if (allowed.length > 0) {
    const problem = new Problem('method-not-allowed', `This address takes ${allowed.join(' and ')}.`);
    return { problem, headers: { allow: allowed.join(', ') } };
  }
  const detail = 'No route answers this method and path; /.well-known/openid-configuration names them.';
  return { problem: new Problem('route-not-found', detail), headers: {} };
}
