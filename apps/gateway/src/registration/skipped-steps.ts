import { Problem } from '@ces/contracts/problems';
import { registrationSteps } from '@ces/contracts/identity/registration';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Accepts `skip[]=2`, `skip[0]=2`, `skip=2` and repetitions: HTTP libraries write lists in all these forms. */
function skippedSteps(url: string): number[] {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const given = [...query].filter(([name]) => /^skip($|\[)/.test(name));
  const values = given.map(([name, value]) => (/^skip(\[\d*\])?$/.test(name) ? value : ''));
  const highest = registrationSteps.length;
  if (values.some((value) => !/^\d$/.test(value) || Number(value) < 1 || Number(value) > highest)) {
    const detail = `must be a step's number, 1 to ${highest}`;
    throw new Problem('parameter-invalid', `skip: ${detail}.`, { errors: [{ pointer: 'skip', code: 'step', detail }] });
  }
  return [...new Set(values.map(Number))];
}

export const Skipped = createParamDecorator((_: unknown, context: ExecutionContext): number[] =>
  skippedSteps(context.switchToHttp().getRequest<FastifyRequest>().url),
);
