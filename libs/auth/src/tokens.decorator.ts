import type { ClientScope } from '@ces/contracts/clients';
import { applyDecorators, createParamDecorator, SetMetadata, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { AccessToken } from './access-token.js';
import { TOKEN_NEED, TokenGuard, type TokenNeed } from './token.guard.js';

/** The call needs a client's token with this scope. */
export function ClientToken(scope: ClientScope) {
  return needs({ use: 'client', scope });
}

export type UserScope = 'profile' | 'cards' | 'optins' | 'account' | 'openid' | 'offline_access';

/** The call needs a user's token with this scope; it acts on that user. */
export function UserToken(scope: UserScope) {
  return needs({ use: 'user', scope });
}

/** One path for both: the kind of the token decides what is meant. */
export function ClientOrUserToken(scopes: { client: ClientScope; user: UserScope }) {
  return needs({ use: 'client', scope: scopes.client }, { use: 'user', scope: scopes.user });
}

function needs(...needed: TokenNeed[]) {
  return applyDecorators(
    SetMetadata(TOKEN_NEED, needed),
    UseGuards(TokenGuard),
    ...needed.map(({ use, scope }) => ApiSecurity(`${use}_access_token`, [scope])),
    ApiExtension('x-token', needed),
  );
}

/** The token of the caller: `@Caller() caller: AccessToken`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AccessToken => {
  const { user } = context.switchToHttp().getRequest<{ user: AccessToken }>();
  return user;
});
