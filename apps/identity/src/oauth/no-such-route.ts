import { methodsOfIdentity } from '@ces/contracts/identity/tokens/oauth-routes';
import { Problem } from '@ces/contracts/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthFault } from '../tokens/protocol/oauth-fault.js';

interface NoRoute {
  problem: Problem;
  headers: Record<string, string>;
}

/** Status 404 or 405 below /oauth2/, as RFC 6749 writes errors. */
export function noOAuthRoute(request: FastifyRequest): OAuthFault {
  const { problem, headers } = findFault(request);
  return new OAuthFault(problem.status, 'invalid_request', problem.detail, headers);
}

/** Status 404 or 405 below /.well-known/, as the rest of the API writes errors (RFC 9457). */
export function noSuchRoute(publicUrl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, headers } = findFault(request);
  return sendDocument(problem, headers, { publicUrl, request, reply });
}

/** An outage below /.well-known/. */
export function metadataUnavailable(publicUrl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = new Problem('service-unavailable', 'The identity service cannot answer yet.');
  return sendDocument(problem, { 'retry-after': '1' }, { publicUrl, request, reply });
}

interface Exchange {
  publicUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

function sendDocument(
  { code, title, status, detail }: Problem,
  headers: Record<string, string>,
  { publicUrl, request, reply }: Exchange,
): FastifyReply {
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

function findFault({ url: target, method }: FastifyRequest): NoRoute {
  const [path = ''] = target.split('?', 1);
  const allowed = methodsOfIdentity(path);
  if (allowed.length > 0) {
    const problem = new Problem('method-not-allowed', `This address takes ${allowed.join(' or ')}.`);
    return { problem, headers: { allow: allowed.join(', ') } };
  }
  const nearest = withoutLastSlashes(path).toLowerCase();
  const detail = methodsOfIdentity(nearest).includes(method)
    ? `There is nothing here; ${method} ${nearest} exists.`
    : 'No route answers this method and path; /.well-known/openid-configuration names them.';
  return { problem: new Problem('route-not-found', detail), headers: {} };
}

/** A loop, because a regular expression takes quadratic time for many slashes that are not at the end. */
function withoutLastSlashes(path: string): string {
  let { length } = path;
  while (path[length - 1] === '/') length -= 1;
  return path.slice(0, length);
}
