import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import {
  MayHaveToken,
  NeedsClientOrUserToken,
  NeedsClientToken,
  NeedsOperatorToken,
  NeedsUserToken,
} from '@ces/auth/tokens.decorator';
import type { ClientScope, Granter, UserScope } from '@ces/contracts/identity/clients';
import type { Changer } from '@ces/contracts/owners';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { OperatorAuditGuard } from './audit.guard.js';
import { RateAndKeyGuard } from './rate-and-key.guard.js';
import { NoKeyGuard, NonceKeyGuard } from './nonce-key.guard.js';

/** The call needs a client's token with one of these scopes. */
export function ClientToken(...scopes: ClientScope[]) {
  return applyDecorators(NeedsClientToken(...scopes), UseGuards(RateAndKeyGuard, OperatorAuditGuard));
}

export function UserToken(scope: UserScope) {
  return applyDecorators(NeedsUserToken(scope), UseGuards(RateAndKeyGuard));
}

/** The call needs the token of an operator of any role. */
export function AnyOperatorToken() {
  return applyDecorators(NeedsOperatorToken(), UseGuards(RateAndKeyGuard));
}

/** The call needs no token, because the nonce in its body is the credential, but a bad token is refused. */
export function OptionalToken() {
  return applyDecorators(MayHaveToken(), UseGuards(RateAndKeyGuard, NonceKeyGuard));
}

/** Like `OptionalToken`, for a read that spends no nonce: an Idempotency-Key is ignored. */
export function OptionalTokenForRead() {
  return applyDecorators(MayHaveToken(), UseGuards(RateAndKeyGuard, NoKeyGuard), ApiExtension('x-no-key', true));
}

export function ClientOrUserToken(scopes: { client: ClientScope; user: UserScope }) {
  return applyDecorators(NeedsClientOrUserToken(scopes), UseGuards(RateAndKeyGuard, OperatorAuditGuard));
}

/** Names the caller to identity, which grants no scope that the caller lacks. */
export function granterOf(caller: AccessToken): Granter {
  return { client_id: idOfCaller(caller), scopes: caller.scope.split(' ') };
}

export function changerOf({ client_id, scope }: AccessToken): Changer {
  return { client_id, admin: scope.split(' ').includes('admin') };
}
