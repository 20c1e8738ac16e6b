import { Problem, problems, type ProblemCode } from '@ces/contracts/problems';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../gateway.config.js';
import { RouteTable } from '../routing/route-table.js';
import { pathOf } from './problem-document.js';
import { sendProblem } from './send-problem.js';

const byStatus: Partial<Record<number, ProblemCode>> = {
  400: 'malformed-json',
  404: 'route-not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'media-type-unsupported',
};

const details: Partial<Record<ProblemCode, string>> = {
  'route-not-found': 'No route answers this method and path; /docs shows those that exist.',
  'media-type-unsupported': 'Send application/json.',
};

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
    const problem = this.withNearestRoute(this.problemOf(error), request, reply);
    void sendProblem(problem, request, reply, this.config.PUBLIC_URL);
  }

  /** Nest and Fastify answer the same 404 for an unknown path, another method and a slightly different path. */
  private withNearestRoute(problem: Problem, { url, method }: FastifyRequest, reply: FastifyReply): Problem {
    if (problem.code !== 'route-not-found') return problem;
    const path = pathOf(url);
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

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const status = statusOf(error);
    const code = status === undefined ? undefined : byStatus[status];
    if (code) return new Problem(code, details[code] ?? problems[code][1]);
    if (status !== undefined && status < 500) return new Problem('malformed-json', 'The request could not be read.');
    this.logger.error({ err: error }, 'a request failed');
    return new Problem('internal-error', 'The fault is ours; it is logged under the request id.');
  }
}

/** Errors of Nest and Fastify have a status; every other error is a fault of the gateway. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}
