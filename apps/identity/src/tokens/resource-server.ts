import { clientScopes, userScopes } from '@ces/contracts/identity/clients';
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { accessTokenSeconds, audience } from './access-token.js';
import { extrasOf } from './client-metadata.js';

/**
 * The API as oidc-provider sees it. Asking for no scope is asking for everything the client has of its kind; asking for
 * one it has not is refused, not cut down.
 */
export function resourceServerOf(ctx: KoaContextWithOIDC, kid: string): ResourceServer {
  const { route, params } = ctx.oidc;
  const ofClient = route === 'token' && params?.['grant_type'] === 'client_credentials';
  const allowed = allowedScopes(ctx, ofClient ? clientScopes : userScopes);
  if (ofClient) grantScope(ctx, params['scope'], allowed);
  // What the library has left of the request's scope lacks `offline_access` where it saw no consent.
  if (route === 'authorization') grantScope(ctx, ctx.query['scope'], allowed);
  return {
    audience,
    scope: allowed.join(' '),
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenSeconds,
    jwt: { sign: { alg: 'RS256', kid } },
  };
}

export function allowedScopes(ctx: KoaContextWithOIDC, kind: readonly string[]): string[] {
  return extrasOf(ctx).ces_scopes.filter((scope) => kind.includes(scope));
}

/** The scope in force, which becomes the request's. */
export function grantScope(ctx: KoaContextWithOIDC, given: unknown, allowed: string[]): string[] {
  const asked = scopesIn(given);
  const refused = asked.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) throw new errors.InvalidScope('the client does not have this scope', refused);
  const granted = asked.length > 0 ? [...new Set(asked)] : allowed;
  if (ctx.oidc.params) ctx.oidc.params['scope'] = granted.join(' ');
  return granted;
}

export function scopesIn(given: unknown): string[] {
  return typeof given === 'string' ? given.split(' ').filter((scope) => scope !== '') : [];
}
