import { userScopes } from '@ces/contracts/identity/tokens/scopes';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { SigningKey } from '../../keys/signing-key.js';
import { accessTokenSeconds } from '../../keys/token-lifetimes.js';
import { apiOf, isOurApi } from '../protocol/api.js';
import { resourceServerOf } from '../protocol/resource-server.js';
import { addScopes, allowedScopes, grantEnd, grantScope } from '../protocol/scopes.js';

interface SignedIn {
  userId: string;
  /** The grant type by which the user signed in. */
  by: string;
  /** How the user proved their identity (RFC 8176). Without it there is no id_token. */
  amr?: string[];
}

interface Issuing extends SignedIn {
  api: string;
  grantId: string;
  scope: string;
  authTime: number;
}

interface Issued {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
}

export async function issueUserTokens(
  ctx: TokenEndpointGrantContext,
  key: SigningKey,
  signedIn: SignedIn,
): Promise<Issued> {
  const { issuer } = ctx.oidc.provider;
  const { resource, scope: asked } = ctx.oidc.params;
  if (resource !== undefined && !isOurApi(resource, issuer)) throw new errors.InvalidTarget();
  const scopes = grantScope(ctx, asked, allowedScopes(ctx, userScopes));
  const api = apiOf(issuer);
  const grantId = await saveGrant(ctx, signedIn.userId, api, scopes);
  const authTime = Math.floor(Date.now() / 1_000);
  const issuing = { ...signedIn, api, grantId, scope: scopes.join(' '), authTime };
  const answer = await issueAccessToken(ctx, key, issuing);
  if (scopes.includes('offline_access')) answer.refresh_token = await issueRefreshToken(ctx, issuing);
  const { amr } = signedIn;
  if (amr && scopes.includes('openid')) answer.id_token = await issueIdToken(ctx, issuing, amr, answer.access_token);
  return answer;
}

async function saveGrant(
  ctx: TokenEndpointGrantContext,
  accountId: string,
  api: string,
  scopes: string[],
): Promise<string> {
  const { provider, client } = ctx.oidc;
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  addScopes(grant, api, scopes);
  grant.exp = grantEnd(scopes, accessTokenSeconds);
  return grant.save();
}

async function issueAccessToken(
  ctx: TokenEndpointGrantContext,
  key: SigningKey,
  { userId, by, api, grantId, scope }: Issuing,
): Promise<Issued> {
  const { provider, client } = ctx.oidc;
  const token = new provider.AccessToken({ accountId: userId, client, grantId, gty: by });
  token.resourceServer = new provider.ResourceServer(api, resourceServerOf(ctx, key));
  token.scope = scope;
  const access_token = await token.save();
  return { access_token, token_type: 'Bearer', expires_in: token.expiration, scope };
}

function issueRefreshToken(
  ctx: TokenEndpointGrantContext,
  { userId, by, amr, api, grantId, scope, authTime }: Issuing,
): Promise<string> {
  const { provider, client } = ctx.oidc;
  const token = new provider.RefreshToken({
    ...{ accountId: userId, client, grantId, gty: by, scope, resource: api, authTime, rotations: 0 },
    ...(amr ? { amr } : {}),
  });
  return token.save();
}

async function issueIdToken(
  ctx: TokenEndpointGrantContext,
  { userId, authTime }: Issuing,
  amr: string[],
  accessToken: string,
): Promise<string> {
  const token = new ctx.oidc.provider.IdToken({}, { ctx });
  token.set('sub', userId);
  token.set('auth_time', authTime);
  token.set('amr', amr);
  token.set('at_hash', accessToken);
  return token.issue({ use: 'idtoken' });
}
