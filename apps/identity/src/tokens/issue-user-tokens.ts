import { userScopes } from '@ces/contracts/identity/clients';
import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider';
import { accessTokenSeconds, audience } from './access-token.js';
import { grantEnd } from './lifetimes.js';
import { allowedScopes, grantScope, resourceServerOf } from './resource-server.js';

/** What the API is called in requests (RFC 8707). */
export function apiOf(publicUrl: string): string {
  return `${publicUrl}/api`;
}

/** Those that mean something to OpenID Connect itself; the others belong to the API alone. */
export const openIdScopes: readonly string[] = ['openid', 'offline_access'];

interface SignedIn {
  userId: string;
  /** The grant type that led here. */
  by: string;
  /** How the user proved who they are (RFC 8176); tells that there is an id_token to be issued, too. */
  amr?: string[];
}

interface Issued {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
}

/** A grant of its own and the tokens of it, for the grant types that come without a browser. */
export async function issueUserTokens(
  ctx: TokenEndpointGrantContext,
  kid: string,
  { userId, by, amr }: SignedIn,
): Promise<Issued> {
  const { provider, client } = ctx.oidc;
  const api = apiOf(provider.issuer);
  const { resource } = ctx.oidc.params;
  if (resource !== undefined && resource !== api && resource !== audience) throw new errors.InvalidTarget();
  const scopes = grantScope(ctx, ctx.oidc.params.scope, allowedScopes(ctx, userScopes));
  const scope = scopes.join(' ');
  const grantId = await saveGrant(ctx, userId, api, scopes);
  const token = new provider.AccessToken({ accountId: userId, client, grantId, gty: by });
  token.resourceServer = new provider.ResourceServer(api, resourceServerOf(ctx, kid));
  token.scope = scope;
  const access_token = await token.save();
  const answer: Issued = { access_token, token_type: 'Bearer', expires_in: token.expiration, scope };
  const authTime = Math.floor(Date.now() / 1_000);
  if (scopes.includes('offline_access')) {
    const signedIn = { accountId: userId, client, grantId, gty: by, scope, resource: api, authTime };
    answer.refresh_token = await new provider.RefreshToken({
      ...signedIn,
      rotations: 0,
      ...(amr ? { amr } : {}),
    }).save();
  }
  if (amr && scopes.includes('openid')) answer.id_token = await idToken(ctx, userId, access_token, authTime, amr);
  return answer;
}

async function saveGrant(ctx: KoaContextWithOIDC, userId: string, api: string, scopes: string[]): Promise<string> {
  const { provider, client } = ctx.oidc;
  const grant = new provider.Grant({ accountId: userId, ...(client ? { clientId: client.clientId } : {}) });
  addScopes(grant, api, scopes);
  grant.exp = grantEnd(scopes, accessTokenSeconds);
  return grant.save();
}

interface Scoped {
  addOIDCScope(scopes: string[]): unknown;
  addResourceScope(resource: string, scopes: string[]): unknown;
}

export function addScopes(grant: Scoped, api: string, scopes: string[]): void {
  const ofOpenId = scopes.filter((scope) => openIdScopes.includes(scope));
  if (ofOpenId.length > 0) grant.addOIDCScope(ofOpenId);
  grant.addResourceScope(api, scopes);
}

async function idToken(
  ctx: TokenEndpointGrantContext,
  userId: string,
  accessToken: string,
  authTime: number,
  amr: string[],
): Promise<string> {
  const token = new ctx.oidc.provider.IdToken({}, { ctx });
  token.set('sub', userId);
  token.set('auth_time', authTime);
  token.set('amr', amr);
  token.set('at_hash', accessToken);
  return token.issue({ use: 'idtoken' });
}
