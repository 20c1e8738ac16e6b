import type { FastifyInstance, FastifyRequest } from 'fastify';
import { configOf } from '../http/routing/time-requests.js';
import { isFromConsole, sessionOf } from './console-cookie.js';
import type { ConsoleTokens } from './console-tokens.js';

/**
 * Puts the operator's token in the place of the console's cookie, so that every route of the API takes either. A cookie
 * that does not come from the console counts as no token.
 */
export function useConsoleCookie(fastify: FastifyInstance, tokens: ConsoleTokens, publicUrl: string): void {
  const swap = async (request: FastifyRequest): Promise<void> => {
    const session = sessionOf(request, publicUrl);
    const token = session === undefined ? undefined : await tokens.tokenOf(session);
    if (token !== undefined) request.headers.authorization = `Bearer ${token}`;
  };
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const mayHave = headers.cookie !== undefined && headers.authorization === undefined;
    if (!mayHave || configOf(request).url?.startsWith('/api/') !== true || !isFromConsole(request, publicUrl)) {
      done();
      return;
    }
    swap(request).then(() => {
      done();
    }, done);
  });
}
