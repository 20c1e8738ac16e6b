import { Problem } from '@ces/contracts/problems';
import { wantsPage } from '@ces/service/http/wants-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentOf, pathOf } from '../http/problem-document.js';
import { escape } from '../pages/html-page.js';

/**
 * Answers what the gateway itself refuses among the addresses of identity. Below `/oauth2/` the answer is a body of RFC
 * 6749, or a page for a browser. The metadata is part of the API and gets problem documents.
 */
export function refuseOAuth(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  void reply.status(problem.status).header('Content-Language', 'en-GB');
  // The unread rest of a body is not wanted.
  if (problem.status === 408 || problem.status === 413) void reply.header('Connection', 'close');
  if (problem.extras.retry_after !== undefined) void reply.header('Retry-After', String(problem.extras.retry_after));
  if (!request.url.startsWith('/oauth2/')) {
    const text = JSON.stringify(documentOf(problem, pathOf(request.url), request.call.requestId, publicUrl));
    return reply.header('Content-Type', 'application/problem+json; charset=utf-8').send(text);
  }
  if (wantsPage(request.url, request.headers.accept)) {
    return reply.header('Content-Type', 'text/html; charset=utf-8').send(pageOf(problem));
  }
  return reply
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: errorOf(problem), error_description: problem.detail }));
}

/** RFC 6749 has no error code of its own for most refusals. */
function errorOf({ status }: Problem): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

function pageOf({ title, detail }: Problem): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
</head>
<body>
<h1>${escape(title)}</h1>
<p>${escape(detail)}</p>
</body>
</html>
`;
}
