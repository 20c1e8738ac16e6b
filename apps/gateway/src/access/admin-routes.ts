import { TokenGuard } from '@ces/auth/token.guard';
import { AcceptsClientToken } from '@ces/auth/tokens.decorator';
import type { ClientScope } from '@ces/contracts/identity/tokens/scopes';
import { RequestMethod, SetMetadata, UseGuards } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { AuditGuard, RefusalAuditGuard } from './audit.guard.js';
import { RateAndKeyGuard } from './rate-and-key.guard.js';
import { UndeclaredBodyGuard } from './undeclared-body.guard.js';

const OWN_SCOPE = 'admin-scope';

/**
 * The controller's routes need a client's token with this scope; routes that read also take `admin:read`. The audit log
 * records every call, so that no administrative route can forget it.
 */
export function AdminRoutes(scope: ClientScope): ClassDecorator {
  return (controller) => {
    const handlers = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype as object));
    for (const [name, descriptor] of handlers) accept(controller.prototype as object, name, descriptor, scope);
    UseGuards(RefusalAuditGuard, TokenGuard, RateAndKeyGuard, AuditGuard, UndeclaredBodyGuard)(controller);
  };
}

/** A route of `AdminRoutes` that needs this scope instead of the controller's. */
export function AdminScope(scope: ClientScope): MethodDecorator {
  return SetMetadata(OWN_SCOPE, scope);
}

function accept(prototype: object, name: string, descriptor: PropertyDescriptor, scope: ClientScope): void {
  const handler: unknown = descriptor.value;
  if (typeof handler !== 'function') return;
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method === undefined) return;
  const own = (Reflect.getMetadata(OWN_SCOPE, handler) as ClientScope | undefined) ?? scope;
  const scopes: ClientScope[] = method === RequestMethod.GET ? [own, 'admin:read'] : [own];
  AcceptsClientToken(...scopes)(prototype, name, descriptor);
}
