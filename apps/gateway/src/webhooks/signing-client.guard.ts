import { ClientsActedFor } from '@ces/auth/clients-acted-for';
import { OperatorCaller } from '@ces/auth/operator-caller';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses to make what is signed with the secret of a client that has none. Only an operator can name such a client: a
 * public client gets no token for these routes. Reads pass.
 */
@Injectable()
export class SigningClientGuard implements CanActivate {
  constructor(private readonly clients: ClientsActedFor) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, user } = context.switchToHttp().getRequest<FastifyRequest & { user?: unknown }>();
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && user instanceof OperatorCaller && user.client !== undefined) {
      await this.clients.demandSecret(user.client);
    }
    return true;
  }
}
