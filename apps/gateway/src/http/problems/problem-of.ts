import { malformedJson, Problem, problems, type ProblemCode } from '@ces/contracts/problems';
import { HttpException, type Logger } from '@nestjs/common';

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

/** The refusal that an error means to the caller. Errors of Nest and Fastify have a status; every other error is a fault of ours. */
export function problemOf(error: unknown, logger: Logger): Problem {
  if (error instanceof Problem) return error;
  const status = statusOf(error);
  const code = status === undefined ? undefined : byStatus[status];
  if (code === 'malformed-json') return malformedJson(problems[code][1]);
  if (code) return new Problem(code, details[code] ?? problems[code][1]);
  if (status !== undefined && status < 500) return malformedJson('The request could not be read.');
  logger.error({ err: error }, 'a request failed');
  return new Problem('internal-error', 'The fault is ours; it is logged under the request id.');
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}
