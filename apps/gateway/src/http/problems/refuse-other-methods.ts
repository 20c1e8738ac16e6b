import { Problem } from '@ces/contracts/problems';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '../routing/route-table.js';
import { configOf } from '../routing/time-requests.js';
import { pathOf } from './problem-document.js';

/**
 * Refuses a method that a path does not take, such as GET of `…/{id}:start` or DELETE of `…/list`. The router would take the action
 * for a part of the id, and the word for an id. The filter makes a 405 of this refusal.
 */
export function refuseOtherMethods(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url } = configOf(request);
    const isOther = url !== undefined && routes.isOfOtherMethods(pathOf(request.url), url, request.method);
    done(isOther ? new Problem('route-not-found', 'No route answers this method and path.') : undefined);
  });
}
