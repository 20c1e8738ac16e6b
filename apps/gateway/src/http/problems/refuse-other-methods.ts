import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '../routing/route-table.js';
import { configOf } from '../routing/time-requests.js';
import { pathOf } from './problem-document.js';

/**
 * Refuses a method that an action does not take, such as GET of `…/{id}:start`. The router would take the action for a part of
 * the id. The filter makes a 405 of this refusal.
 */
export function refuseOtherMethods(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const path = pathOf(request.url);
    const { url, rest } = configOf(request);
    const mayBeAction =
      rest !== true && path.includes(':', path.lastIndexOf('/')) && url !== undefined && !url.includes('::');
    const methods = mayBeAction ? routes.methodsOf(path) : [];
    const isOther = methods.length > 0 && !methods.includes(request.method);
    done(isOther ? new Problem('route-not-found', 'No route answers this method and path.') : undefined);
  });
}
