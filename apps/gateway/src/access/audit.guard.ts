import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller, OperatorCaller } from '@ces/auth/operator-caller';
import { noteAdminCall, noteAdminCallEnd, type AdminCall } from '@ces/contracts/identity/audit';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { atEnd } from '../http/routing/time-requests.js';
import { Refusals } from './refusals.js';

type Request = FastifyRequest & { user?: AccessToken };

const recorded = new WeakSet<FastifyRequest>();

/**
 * Records each call of an administrator, and on routes for clients each deletion and each rotation of a secret. A change is
 * recorded before it runs, and its status afterwards. A read travels with the call to the service that answers it, which
 * writes it into its outbox.
 */
@Injectable()
export class AuditGuard implements CanActivate {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly bus: Bus,
    private readonly refusals: Refusals,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    // The guard of operators may have recorded the call before the guard of the route.
    if (recorded.has(request)) return true;
    if (request.method !== 'GET' && request.method !== 'HEAD') return this.recordFirst(request, reply);
    this.sendAlong(request, reply);
    return true;
  }

  private async recordFirst(request: Request, reply: FastifyReply): Promise<true> {
    // The caller's idempotency key must not apply here, so that a repeated call is recorded again.
    const { id } = await outsideOfCalls(() => this.bus.call(noteAdminCall, callOf(request)));
    recorded.add(request);
    // The service that runs the command sees this id and does not record the call again.
    request.call.audit = id;
    this.recordStatus(id, reply);
    return true;
  }

  /** Counts a read with the refused calls if no service has recorded it: it was refused, or its service is away. */
  private sendAlong(request: Request, reply: FastifyReply): void {
    request.call.read = { id: newId(), at: new Date().toISOString(), ...actOf(request) };
    recorded.add(request);
    reply.raw.once('finish', () => {
      if (!request.call.readNoted) this.refusals.add({ ...callOf(request), status: reply.statusCode });
    });
  }

  private recordStatus(id: string, reply: FastifyReply): void {
    reply.raw.once('finish', () => {
      outsideOfCalls(() => this.bus.call(noteAdminCallEnd, { id, status: reply.statusCode })).catch(
        (error: unknown) => {
          this.logger.warn({ err: error, audit: id }, 'the status of an administrative call was not recorded');
        },
      );
    });
  }
}

/**
 * Guards routes of other scopes where `admin` lets a client change another client's things. It records the calls of clients
 * with `admin` only.
 */
@Injectable()
export class AdminAuditGuard extends AuditGuard {
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const isAdmin = request.user?.scope.split(' ').includes('admin');
    return isAdmin ? super.canActivate(context) : true;
  }
}

/** Records every call of an operator on routes for clients, so that the audit log names the person. */
@Injectable()
export class OperatorAuditGuard extends AuditGuard {
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.getArgByIndex<Request>(0);
    const isOperator = request.user?.token_use === 'operator';
    return isOperator ? super.canActivate(context) : true;
  }
}

/**
 * Runs before the token's guard and records calls that are refused for their scope or rate. It does not record calls
 * without a valid token: they name no client, and strangers could make the log grow without bound.
 */
@Injectable()
export class RefusalAuditGuard implements CanActivate {
  /** The kinds of tokens whose calls it records. */
  protected readonly uses: readonly AccessToken['token_use'][] = ['client', 'user', 'operator', 'portal'];

  constructor(private readonly refusals: Refusals) {}

  canActivate(context: ExecutionContext): boolean {
    atEnd(context.getArgByIndex<FastifyReply>(1), this.record);
    return true;
  }

  private readonly record = (request: Request, reply: FastifyReply): void => {
    const { user } = request;
    if (user && reply.raw.writableFinished && this.uses.includes(user.token_use) && !recorded.has(request))
      this.refusals.add({ ...callOf(request), status: reply.statusCode });
  };
}

/** Records the refused calls of operators on routes that are not administrative. Accepted ones are `OperatorAuditGuard`'s. */
@Injectable()
export class OperatorRefusalGuard extends RefusalAuditGuard {
  protected override readonly uses: readonly AccessToken['token_use'][] = ['operator'];
}

function callOf(request: Request): AdminCall {
  return { ...actOf(request), request_id: request.call.requestId };
}

function actOf(request: Request): Omit<AdminCall, 'request_id'> {
  const { user } = request;
  const client = user && clientBehind(user);
  return {
    who: user ? idOfCaller(user) : '-',
    what: `${request.method} ${pathWithoutPeople(request)}`,
    ...(client === undefined ? {} : { client_id: client }),
  };
}

/** The client in whose name somebody else calls. */
function clientBehind(user: AccessToken): string | undefined {
  if (user instanceof OperatorCaller) return user.client;
  return user.token_use === 'portal' ? user.client_id : undefined;
}

/** Audit entries outlive users, so this leaves out the query and each part of the path that may name a person. */
function pathWithoutPeople({ url, params }: FastifyRequest): string {
  const { owner_id } = params as { owner_id?: string };
  const parts = (url.split('?', 1)[0] ?? '').split('/');
  return parts.map((part) => (/^[\w.:-]{0,128}$/.test(part) && part !== owner_id ? part : '…')).join('/');
}
