import { isOperatorId } from '@ces/contracts/identity/operators/roles';
import { decodeJwt } from 'jose';
import { errors, type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { GrantsService } from '../../grants/grants.service.js';
import { accessTokenSeconds } from '../../keys/token-lifetimes.js';
import type { AccountsService } from '../accounts.service.js';
import { extrasOf, passwordGrant, tokenExchangeGrant } from '../protocol/client-metadata.js';

type Customizers = NonNullable<NonNullable<Configuration['formats']>['customizers']>;

/** Claims of access tokens: of clients, users and operators. */
export function customClaims(grants: GrantsService, accounts: AccountsService): NonNullable<Customizers['jwt']> {
  return async (ctx, token, { payload }) => {
    const ofUser = token.kind === 'AccessToken';
    if (ofUser) {
      demandGrantType(ctx.oidc.client, token);
      await noteAccessToken(grants, payload, token);
    }
    if (ofUser && isOperatorId(token.accountId)) {
      Object.assign(payload, await accounts.operatorClaims(token.accountId));
      if (!isRenewed(token)) await accounts.noteOperatorSignIn(token.accountId);
      return;
    }
    const token_use = ofUser ? 'user' : 'client';
    Object.assign(payload, { scope: payload.scope ?? '', token_use, ver: extrasOf(ctx).ces_version });
  };
}

/** The answer with tokens, with the scopes of the access token where the operator's role gives others than were asked for. */
export function withScopeOfToken({ oidc, body }: KoaContextWithOIDC): object {
  const answer = body as { access_token?: unknown };
  const { access_token: token } = answer;
  if (typeof token !== 'string' || !isOperatorId(oidc.account?.accountId ?? '')) return answer;
  return { ...answer, scope: decodeJwt(token)['scope'] };
}

/** The library adds the grant type `refresh_token` to that of the sign-in. */
function isRenewed({ gty }: { gty?: string | undefined }): boolean {
  return gty?.split(' ').includes('refresh_token') === true;
}

/** Refuses to renew what a client got by a grant type that only first-party clients may use, once it is none. */
function demandGrantType(client: Client | undefined, { gty }: { gty?: string | undefined }): void {
  const [by = ''] = gty?.split(' ') ?? [];
  const isOfFirstParty = by === passwordGrant || by === tokenExchangeGrant;
  if (isOfFirstParty && client?.grantTypeAllowed(by) !== true) {
    throw new errors.InvalidGrant('the client is not first-party any more, and this sign-in was only for such clients');
  }
}

interface Issued {
  accountId?: string | undefined;
  grantId?: string | undefined;
}

/** Notes an access token of a user, so that it can end before its time together with its grant. */
async function noteAccessToken(grants: GrantsService, payload: { jti?: unknown }, token: Issued): Promise<void> {
  const { accountId, grantId } = token;
  if (accountId === undefined || grantId === undefined) throw new Error('the access token has no user or no grant');
  const jti = String(payload.jti);
  await grants.noteAccessToken({ jti, user_id: accountId, grant_id: grantId, seconds: accessTokenSeconds });
}
