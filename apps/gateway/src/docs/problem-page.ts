import { problems, type ProblemCode } from '@ces/contracts/problems';
import type { FastifyReply } from 'fastify';

/** The page at a problem's `type`. It explains the code and the caller's next step. */
export function problemPage(code: string, reply: FastifyReply): FastifyReply {
  const known = Object.hasOwn(problems, code);
  const [status, title] = known ? problems[code as ProblemCode] : ([404, 'There is no such problem code'] as const);
  const body = known ? `<p>Answered with status <b>${status}</b>.</p><p>${advice(status)}</p>` : '';
  return reply
    .status(known ? 200 : 404)
    .header('Content-Language', 'en-GB')
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:1.1rem/1.6 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<main><h1>${title}</h1>${known ? `<p><code>${code}</code></p>` : ''}${body}<p><a href="/docs">All routes and their problems</a></p></main></html>`);
}

function advice(status: number): string {
  if (status === 401)
    return 'Get an access token from <code>/oauth2/token</code> and send it as <code>Authorization: Bearer …</code>.';
  if (status === 403) return 'The token is right, but not for this: another kind of token or another scope is needed.';
  if (status === 429 || status === 503)
    return 'Nothing was changed. Send the request again after the seconds in <code>Retry-After</code>.';
  if (status === 409) return 'The request is right, but the state of things does not allow it now.';
  if (status >= 500) return 'The fault is ours. Tell us the <code>request_id</code> of the answer.';
  return 'Nothing was changed. <code>detail</code> says what is wrong, and <code>errors</code> where; mend it and send it again.';
}
