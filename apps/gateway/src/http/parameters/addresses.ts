import { faulty } from '@ces/contracts/problems';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

/** The caller's IP address. Our own pages count wrong passwords by it. */
export const CallerAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().ip,
);

/** The header `X-User-Address` in the OpenAPI document. */
export const userAddressHeader = {
  name: 'X-User-Address',
  required: false,
  description: 'The IP address of the user for whom the client asks; wrong passwords are counted by it',
};

/** The IP address of the user for whom a client asks, if the client sends it. */
export const UserAddress = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const given = context.switchToHttp().getRequest<FastifyRequest>().headers['x-user-address'];
  if (given === undefined || (typeof given === 'string' && isIP(given) !== 0)) return given;
  const detail = 'must be an IP address';
  throw faulty('parameter-invalid', [{ pointer: userAddressHeader.name, code: 'is-ip', detail }]);
});
