import { faulty } from '@ces/contracts/problems';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

/** The caller's IP address. Wrong passwords on our own pages and of callers with a user token are counted by it. */
export const CallerAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().ip,
);

export const userAddressHeader = {
  name: 'X-User-Address',
  required: false,
  description: 'The IP address of the user for whom the client asks; wrong passwords are counted by it',
};

/**
 * The IP address of the user for whom a client asks, if the client sends it. For routes with a client token only: the holder
 * of a user token could write another address with each guess.
 */
export const UserAddress = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const given = context.switchToHttp().getRequest<FastifyRequest>().headers['x-user-address'];
  if (given === undefined || (typeof given === 'string' && isIP(given) !== 0)) return given;
  const detail = 'must be an IP address';
  throw faulty('parameter-invalid', [{ pointer: userAddressHeader.name, code: 'is-ip', detail }]);
});
