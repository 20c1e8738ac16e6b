import type { Fault, Problem, ProblemCode } from '@ces/contracts/problems';
import { wantsPage } from '@ces/service/http/wants-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from '../bodies/body-kind.js';
import { parameterIn } from '../bodies/json-pointer.js';
import { documentOf, pathOf } from './problem-document.js';
import { errorPage, oauthError } from './oauth-error.js';

/**
 * Answers a refusal. The path decides the form: below `/oauth2/` the body follows RFC 6749, or is a page for a browser;
 * everywhere else it is a problem document (RFC 9457).
 */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  setHeaders(problem, reply);
  if (!request.url.startsWith('/oauth2/')) {
    const body = JSON.stringify(problemDocument(problem, request, publicUrl));
    return reply.header('Content-Type', 'application/problem+json; charset=utf-8').send(body);
  }
  if (wantsPage(request.url, request.headers.accept))
    return reply.header('Content-Type', 'text/html; charset=utf-8').send(errorPage(problem));
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(JSON.stringify(oauthError(problem)));
}

function setHeaders({ code, status, extras }: Problem, reply: FastifyReply): void {
  // Problems have English texts in every locale.
  void reply.status(status).header('Content-Language', 'en-GB');
  const challenge = challengeOf(code, status);
  if (challenge !== undefined) void reply.header('WWW-Authenticate', challenge);
  if (extras.retry_after !== undefined) void reply.header('Retry-After', String(extras.retry_after));
  // The gateway does not read the rest of the body, so the connection ends with the answer.
  if (code === 'body-too-large' || code === 'body-too-slow') void reply.header('Connection', 'close');
}

/** Every 401 and 403 says what the token lacks (RFC 6750). */
function challengeOf(code: ProblemCode, status: number): string | undefined {
  if (code === 'token-invalid') return 'Bearer realm="ces", error="invalid_token"';
  if (status === 401) return 'Bearer realm="ces"';
  return status === 403 ? 'Bearer realm="ces", error="insufficient_scope"' : undefined;
}

function problemDocument(problem: Problem, request: FastifyRequest, publicUrl: string) {
  const { errors } = problem.extras;
  return {
    ...documentOf(problem, pathOf(request.url), request.call.requestId, publicUrl),
    ...(errors ? { errors: errors.map((fault) => faultOf(fault, request)) } : {}),
  };
}

/** A service names a field by its pointer; a GET without a body has parameters instead of fields (rows 13 and 16). */
function faultOf(fault: Fault, { method, raw }: FastifyRequest): Fault {
  if ((method !== 'GET' && method !== 'HEAD') || hasBody(raw)) return fault;
  return { ...fault, pointer: parameterIn(fault.pointer) };
}
