import type { AccessToken } from '@ces/auth/access-token';
import { noteAdminCall, noteAdminCallEnd } from '@ces/contracts/audit';
import { Bus } from '@ces/messaging/bus';
import { outsideOfCalls } from '@ces/messaging/call-context';
import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every call of an administrator is written down before it is carried out; how it was answered, afterwards. */
@Injectable()
export class AuditGuard implements CanActivate {
  private readonly logger = new Logger('Audit');

  constructor(private readonly bus: Bus) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: AccessToken }>();
    // The query is left out: it may name people.
    const what = `${request.method} ${request.url.split('?', 1)[0] ?? ''}`;
    const call = { who: request.user?.client_id ?? '-', what, request_id: request.call.requestId };
    // Not under the caller's idempotency key: a call that is repeated is written down again.
    const { id } = await outsideOfCalls(() => this.bus.call(noteAdminCall, call));
    this.noteEnd(id, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }

  private noteEnd(id: string, reply: FastifyReply): void {
    reply.raw.once('finish', () => {
      outsideOfCalls(() => this.bus.call(noteAdminCallEnd, { id, status: reply.statusCode })).catch(
        (error: unknown) => {
          this.logger.warn({ err: error, audit: id }, 'how the call was answered was not written down');
        },
      );
    });
  }
}
