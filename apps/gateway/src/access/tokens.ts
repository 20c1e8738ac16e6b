import type { AccessToken } from '@ces/auth/access-token';
import { MayHaveToken, NeedsClientOrUserToken, NeedsClientToken, NeedsUserToken } from '@ces/auth/tokens.decorator';
import type { ClientScope, UserScope } from '@ces/contracts/identity/clients';
import type { Changer } from '@ces/contracts/owners';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { AuditGuard, RefusalAuditGuard } from './audit.guard.js';
import { EdgeGuard } from './edge.guard.js';
import { NoKeyGuard, NonceKeyGuard } from './nonce-key.guard.js';

/**
 * The call needs a client's token with this scope; the client's rate and the idempotency key come after it. What
 * administrators do is written down: that follows from their scope, so that no route can forget it.
 */
export function ClientToken(scope: ClientScope) {
  const client = [NeedsClientToken(scope), UseGuards(EdgeGuard)];
  if (scope !== 'admin') return applyDecorators(...client);
  return applyDecorators(UseGuards(RefusalAuditGuard), ...client, UseGuards(AuditGuard));
}

/** The call needs a user's token with this scope; the user is its `sub`. */
export function UserToken(scope: UserScope) {
  return applyDecorators(NeedsUserToken(scope), UseGuards(EdgeGuard));
}

/** The call needs no token, because the nonce in its body is the credential, but a bad token is refused. */
export function OptionalToken() {
  return applyDecorators(MayHaveToken(), UseGuards(EdgeGuard, NonceKeyGuard));
}

/** Like `OptionalToken`, for a read that spends no nonce: an Idempotency-Key is ignored. */
export function OptionalTokenForRead() {
  return applyDecorators(MayHaveToken(), UseGuards(EdgeGuard, NoKeyGuard));
}

/** One path for both: the kind of the token decides what is meant. */
export function ClientOrUserToken(scopes: { client: ClientScope; user: UserScope }) {
  return applyDecorators(NeedsClientOrUserToken(scopes), UseGuards(EdgeGuard));
}

/** For what belongs to a client: its service decides whether this one may change it. */
export function changerOf({ client_id, scope }: AccessToken): Changer {
  return { client_id, admin: scope.split(' ').includes('admin') };
}
