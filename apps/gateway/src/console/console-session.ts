import { Problem } from '@ces/contracts/problems';
import type { FastifyRequest } from 'fastify';
import { isFromConsole, sessionOf } from './console-cookie.js';

export function sessionIn(request: FastifyRequest, publicUrl: string): string {
  const session = sessionOf(request, publicUrl);
  if (session === undefined) throw new Problem('session-missing', 'The browser is not signed in to the console.');
  return session;
}

/** A change must come from a page of the console, whatever cookie the browser sends. */
export function changingSessionIn(request: FastifyRequest, publicUrl: string): string {
  if (!isFromConsole(request, publicUrl)) throw notFromConsole();
  return sessionIn(request, publicUrl);
}

export function notFromConsole(): Problem {
  return new Problem('session-missing', 'The request does not come from a page of the console: send X-Console: 1.');
}
