import { consoleCookie } from '@ces/contracts/identity/operators/sessions';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';

/** The console's header. Pages of other sites cannot send it without a preflight, which allows it to no site. */
const mark = 'x-console';

/** The digest of the session in the console's cookie, which is all that identity stores. */
export function sessionOf({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const name = consoleCookie(publicUrl);
  for (const pair of (headers.cookie ?? '').split(/; */)) {
    const [key, value = ''] = pair.split(/=(.*)/s);
    if (key === name && /^[\w-]{43}$/.test(value)) return hash('sha256', value, 'base64url');
  }
  return undefined;
}

/**
 * Whether a page of ours has sent the request. A browser sends the cookie also with requests that other pages cause, if
 * they are of the same site; the header, and what the browser itself says about the page, tell those apart.
 */
export function isFromConsole({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers[mark] !== '1') return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) return false;
  return site === undefined || site === 'same-origin';
}
