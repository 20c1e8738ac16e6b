import type { ClientScope, UserScope } from '@ces/contracts/identity/tokens/scopes';
import { applyDecorators, createParamDecorator, SetMetadata, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { AccessToken } from './access-token.js';
import type { TokenNeed } from './explain-token.js';
import { TOKEN_NEED, TOKEN_OPTIONAL, TokenGuard } from './token.guard.js';

/** The call needs a client's token with one of these scopes. */
export function NeedsClientToken(...scopes: ClientScope[]) {
  return applyDecorators(AcceptsClientToken(...scopes), UseGuards(TokenGuard));
}

/** Says which client's tokens `TokenGuard` accepts, for a route whose controller has the guard. */
export function AcceptsClientToken(...scopes: ClientScope[]) {
  return accepts(...scopes.map((scope) => ({ use: 'client', scope }) as const));
}

export function NeedsUserToken(scope: UserScope) {
  return applyDecorators(accepts({ use: 'user', scope }), UseGuards(TokenGuard));
}

/** The call needs the token of an operator of any role. */
export function NeedsOperatorToken() {
  return applyDecorators(accepts({ use: 'operator', scope: '' }), UseGuards(TokenGuard));
}

/** Says that `TokenGuard` accepts links to the portal beside a client's tokens, for a route whose controller has the guard. */
export function AcceptsPortal(scope: ClientScope, ...more: ClientScope[]) {
  const needed: TokenNeed[] = [
    ...[scope, ...more].map((each) => ({ use: 'client', scope: each }) as const),
    { use: 'portal', scope: '' },
  ];
  // The document has the first scope of a client's token from the controller already.
  const described = [
    ApiSecurity('portal_access_token'),
    ...more.map((each) => ApiSecurity('client_access_token', [each])),
    ApiExtension('x-token', needed),
  ];
  return applyDecorators(SetMetadata(TOKEN_NEED, needed), ...described);
}

/** The call needs no token, but a bad one is refused. */
export function MayHaveToken() {
  return applyDecorators(SetMetadata(TOKEN_OPTIONAL, true), UseGuards(TokenGuard));
}

/** The call takes either kind of token; the kind decides which user it concerns. */
export function NeedsClientOrUserToken(scopes: { client: ClientScope; user: UserScope }) {
  const needed = accepts({ use: 'client', scope: scopes.client }, { use: 'user', scope: scopes.user });
  return applyDecorators(needed, UseGuards(TokenGuard));
}

/** One of the needs is enough. */
function accepts(...needed: TokenNeed[]) {
  return applyDecorators(
    SetMetadata(TOKEN_NEED, needed),
    ...needed.map(({ use, scope }) => ApiSecurity(`${use}_access_token`, scope === '' ? [] : [scope])),
    ApiExtension('x-token', needed),
  );
}

export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AccessToken => {
  const { user } = context.getArgByIndex<{ user: AccessToken }>(0);
  return user;
});
