import { faulty } from '@ces/contracts/problems';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

/** The address of the caller, for whom wrong passwords are counted on our own pages. */
export const CallerAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().ip,
);

/** What `X-User-Address` means, for the OpenAPI document. */
export const userAddressHeader = {
  name: 'X-User-Address',
  required: false,
  description: 'The IP address of the user for whom the client asks: wrong passwords are counted for it',
};

/** The address of the user for whom a client asks, if it sends one. */
export const UserAddress = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const given = context.switchToHttp().getRequest<FastifyRequest>().headers['x-user-address'];
  if (given === undefined || (typeof given === 'string' && isIP(given) !== 0)) return given;
  const detail = 'must be an IP address';
  throw faulty('parameter-invalid', [{ pointer: userAddressHeader.name, code: 'is-ip', detail }]);
});
