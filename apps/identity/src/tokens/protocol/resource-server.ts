import { clientScopes, userScopes } from '@ces/contracts/identity/tokens/scopes';
import type { KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import type { SigningKey } from '../../keys/signing-key.js';
import { accessTokenSeconds } from '../../keys/token-lifetimes.js';
import { audience } from './api.js';
import { allowedScopes, grantScope, heldByClient } from './scopes.js';

/**
 * The API as oidc-provider sees it. A request without scopes gets all scopes of the client that are of its kind. A scope that
 * the client does not have is refused, not dropped.
 */
export function resourceServerOf(ctx: KoaContextWithOIDC, { alg, kid }: SigningKey): ResourceServer {
  const { route, params } = ctx.oidc;
  const ofClient = route === 'token' && params?.['grant_type'] === 'client_credentials';
  const allowed = allowedScopes(ctx, ofClient ? clientScopes : userScopes);
  const held = ofClient ? heldByClient(allowed) : allowed;
  if (ofClient) grantScope(ctx, params['scope'], allowed, held);
  if (route === 'device_authorization') grantScope(ctx, params?.['scope'], allowed);
  // The library has removed `offline_access` from its parameters where it saw no consent, so the query is read.
  if (route === 'authorization') grantScope(ctx, ctx.query['scope'], allowed);
  return {
    audience,
    scope: held.join(' '),
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenSeconds,
    jwt: { sign: { alg, kid } },
  };
}
