import type { AccessToken } from '@ces/auth/access-token';
import { noteAdminCall, noteAdminCallEnd, type AdminCall } from '@ces/contracts/identity/audit';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusals } from './refusals.js';

type Request = FastifyRequest & { user?: AccessToken };

/** Calls that are written down. */
const noted = new WeakSet<FastifyRequest>();

/** Every call of an administrator is written down before it is carried out; how it was answered, afterwards. */
@Injectable()
export class AuditGuard implements CanActivate {
  private readonly logger = new Logger('Audit');

  constructor(private readonly bus: Bus) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    // Not under the caller's idempotency key: a call that is repeated is written down again.
    const { id } = await outsideOfCalls(() => this.bus.call(noteAdminCall, callOf(request)));
    noted.add(request);
    // The service that carries it out need not write it down again.
    request.call.audit = id;
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

/**
 * On routes of other scopes, where `admin` lets a client change what belongs to another: its calls are written down, those
 * of clients without `admin` are not.
 */
@Injectable()
export class AdminAuditGuard extends AuditGuard {
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const { user } = context.switchToHttp().getRequest<Request>();
    return user?.scope.split(' ').includes('admin') ? super.canActivate(context) : Promise.resolve(true);
  }
}

/**
 * Stands before the token's guard: a call that is refused for its scope or its rate is written down with its answer.
 * A call without a good token is not: it names no client, and the log would grow with whatever strangers send.
 */
@Injectable()
export class RefusalAuditGuard implements CanActivate {
  constructor(private readonly refusals: Refusals) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    reply.raw.once('finish', () => {
      if (request.user && !noted.has(request)) this.refusals.add({ ...callOf(request), status: reply.statusCode });
    });
    return true;
  }
}

function callOf(request: Request): AdminCall {
  const what = `${request.method} ${pathOf(request)}`;
  return { who: request.user?.client_id ?? '-', what, request_id: request.call.requestId };
}

/** Entries outlive the people they speak of: of the path, what may name one is left out, and the query as a whole. */
function pathOf({ url, params }: FastifyRequest): string {
  const { owner_id } = params as { owner_id?: string };
  const parts = (url.split('?', 1)[0] ?? '').split('/');
  return parts.map((part) => (/^[\w.:-]{0,128}$/.test(part) && part !== owner_id ? part : '…')).join('/');
}
