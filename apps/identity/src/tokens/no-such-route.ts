import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** 404 or 405 below our addresses, in the form of the rest of the API (RFC 9457). */
export function noSuchRoute(
  scope: FastifyInstance,
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [instance = ''] = request.url.split('?', 1);
  const allowed = (['GET', 'POST'] as const).filter((method) => scope.hasRoute({ method, url: instance }));
  if (allowed.length > 0) void reply.header('allow', allowed.join(', '));
  const problem =
    allowed.length > 0
      ? new Problem('method-not-allowed', `This address takes ${allowed.join(' and ')}.`)
      : new Problem(
          'route-not-found',
          'No route answers this method and path; /.well-known/openid-configuration names them.',
        );
  const { code, title, status, detail } = problem;
  return reply
    .status(status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
    .send(
      JSON.stringify({
        type: `${publicUrl}/problems/${code}`,
        ...{ title, status, detail, instance, code },
        request_id: request.headers['x-request-id'] ?? request.id,
      }),
    );
}
