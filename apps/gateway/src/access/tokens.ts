import type { AccessToken } from '@ces/auth/access-token';
import { idOfCaller } from '@ces/auth/operator-caller';
import {
  MayHaveToken,
  NeedsClientOrUserToken,
  NeedsClientToken,
  NeedsOperatorToken,
  NeedsUserToken,
} from '@ces/auth/tokens.decorator';
import type { Granter } from '@ces/contracts/identity/clients';
import type { ClientScope, UserScope } from '@ces/contracts/identity/tokens/scopes';
import type { Changer } from '@ces/contracts/owners';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { OperatorAuditGuard, OperatorRefusalGuard } from './audit.guard.js';
import { RateAndKeyGuard } from './rate-and-key.guard.js';
import { NoKeyGuard, NonceKeyGuard } from './nonce-key.guard.js';
import { UndeclaredBodyGuard } from './undeclared-body.guard.js';

/** The call needs a client's token with one of these scopes. */
export function ClientToken(...scopes: ClientScope[]) {
  const after = UseGuards(RateAndKeyGuard, OperatorAuditGuard, UndeclaredBodyGuard);
  return applyDecorators(UseGuards(OperatorRefusalGuard), NeedsClientToken(...scopes), after);
}

/** Like `ClientToken`, for a read that is a POST: an Idempotency-Key is ignored. */
export function ClientTokenForRead(...scopes: ClientScope[]) {
  return applyDecorators(ClientToken(...scopes), UseGuards(NoKeyGuard), ApiExtension('x-no-key', true));
}

export function UserToken(scope: UserScope) {
  const after = UseGuards(RateAndKeyGuard, UndeclaredBodyGuard);
  return applyDecorators(UseGuards(OperatorRefusalGuard), NeedsUserToken(scope), after);
}

/** The call needs the token of an operator of any role. */
export function AnyOperatorToken() {
  return applyDecorators(NeedsOperatorToken(), UseGuards(RateAndKeyGuard, UndeclaredBodyGuard));
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
  const after = UseGuards(RateAndKeyGuard, OperatorAuditGuard, UndeclaredBodyGuard);
  return applyDecorators(UseGuards(OperatorRefusalGuard), NeedsClientOrUserToken(scopes), after);
}

/** Names the caller to identity, which grants no scope that the caller lacks. */
export function granterOf(caller: AccessToken): Granter {
  return { client_id: idOfCaller(caller), scopes: caller.scope.split(' ') };
}

/** The changer of an object that exists. With `admin` it does not matter whose it is, so an operator names no client. */
export function changerOfMade(caller: AccessToken): Changer {
  const admin = caller.scope.split(' ').includes('admin');
  return { client_id: admin ? idOfCaller(caller) : caller.client_id, admin };
}

export function changerOf({ client_id, scope }: AccessToken): Changer {
  return { client_id, admin: scope.split(' ').includes('admin') };
}
