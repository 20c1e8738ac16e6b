import { Problem, problems, type Fault, type ProblemCode } from '@ces/contracts/problems';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.js';
import { documentOf, pathOf } from './problem-document.js';
import { RouteTable } from './route-table.js';

const byStatus: Partial<Record<number, ProblemCode>> = {
  400: 'malformed-json',
  404: 'route-not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'media-type-unsupported',
};

const insufficientScope = 'Bearer realm="ces", error="insufficient_scope"';

const challenges: Partial<Record<ProblemCode, string>> = {
  'token-missing': 'Bearer realm="ces"',
  'token-invalid': 'Bearer realm="ces", error="invalid_token"',
  'scope-insufficient': insufficientScope,
  'definition-of-another-client': insufficientScope,
  'segment-of-another-client': insufficientScope,
};

/** The one place where a refusal becomes an answer (RFC 9457). */
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
    const problem = this.located(this.problemOf(error), request, reply);
    const challenge = challenges[problem.code];
    if (challenge) void reply.header('WWW-Authenticate', challenge);
    if (problem.extras.retry_after !== undefined) void reply.header('Retry-After', String(problem.extras.retry_after));
    // What was not read of the body is not wanted: the connection ends with the answer.
    if (problem.code === 'body-too-large' || problem.code === 'body-too-slow') void reply.header('Connection', 'close');
    // Titles and details are English, whatever was asked for.
    void reply.header('Content-Language', 'en-GB');
    void reply.status(problem.status).header('Content-Type', 'application/problem+json; charset=utf-8');
    void reply.send(JSON.stringify(this.render(problem, request)));
  }

  /** A path that exists under another method, or nearly. Nest and Fastify answer both with the same 404. */
  private located(problem: Problem, { url, method }: FastifyRequest, reply: FastifyReply): Problem {
    if (problem.code !== 'route-not-found') return problem;
    const path = pathOf(url);
    const methods = this.routes.methodsOf(path);
    const nearest = this.routes.nearest(path, method);
    const hint = nearest === undefined ? '' : `; ${method} ${nearest} exists`;
    if (methods.length === 0 || methods.includes(method))
      return nearest === undefined ? problem : new Problem(problem.code, `There is nothing here${hint}.`);
    void reply.header('Allow', methods.join(', '));
    return new Problem('method-not-allowed', `Use ${methods.join(' or ')} here${hint}.`);
  }

  private render(problem: Problem, request: FastifyRequest) {
    const { errors } = problem.extras;
    return {
      ...documentOf(problem, pathOf(request.url), request.call.requestId, this.config.PUBLIC_URL),
      ...(errors ? { errors: errors.map((fault) => placed(fault, request)) } : {}),
    };
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

/** A service knows the name of a field, not where the caller put it: a GET has parameters (rows 13, 16). */
function placed(fault: Fault, { method }: FastifyRequest): Fault {
  return method === 'GET' || method === 'HEAD' ? { ...fault, pointer: fault.pointer.replace(/^#\//, '') } : fault;
}

const details: Partial<Record<ProblemCode, string>> = {
  'route-not-found': 'No route answers this method and path; /docs shows those that exist.',
  'media-type-unsupported': 'Send application/json.',
};

/** Nest's and Fastify's own errors say their status; anything else is a fault. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}
