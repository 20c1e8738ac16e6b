import { listOfNames } from '@ces/contracts/faults/did-you-mean';
import { Problem } from '@ces/contracts/problems';
import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../gateway.config.js';
import { RouteTable } from '../routing/route-table.js';
import { pathOf } from './problem-document.js';
import { problemOf } from './problem-of.js';
import { sendProblem } from './send-problem.js';

@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('ProblemFilter');

  constructor(
    private readonly config: GatewayConfig,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const problem = this.withNearestRoute(problemOf(error, this.logger), request, reply);
    void sendProblem(problem, request, reply, this.config.PUBLIC_URL);
  }

  /** Nest and Fastify answer the same 404 for an unknown path, another method and a slightly different path. */
  private withNearestRoute(problem: Problem, { url, method }: FastifyRequest, reply: FastifyReply): Problem {
    if (problem.code !== 'route-not-found') return problem;
    const path = pathOf(url);
    const actions = this.routes.actionsInsteadOf(path);
    // The router takes an unknown action for a part of the id, and would name the methods of the id.
    if (actions.length > 0) return this.nothingHere(path, method, '') ?? withActions(actions);
    const methods = this.routes.methodsOf(path);
    const nearest = this.routes.nearest(path, method);
    const hint = nearest === undefined ? '' : `; ${method} ${nearest} exists`;
    if (methods.length === 0 || methods.includes(method)) return this.nothingHere(path, method, hint) ?? problem;
    void reply.header('Allow', methods.join(', '));
    return new Problem('method-not-allowed', `Use ${methods.join(' or ')} here${hint}.`);
  }

  private nothingHere(path: string, method: string, hint: string): Problem | undefined {
    if (hint !== '') return new Problem('route-not-found', `There is nothing here${hint}.`);
    const similar = this.routes.similar(path, method);
    if (similar === undefined) return undefined;
    return new Problem('route-not-found', `There is nothing here; did you mean ${method} ${similar}?`);
  }
}

function withActions(actions: string[]): Problem {
  return new Problem('route-not-found', `There is nothing here; the actions are ${listOfNames(actions)}.`);
}
