import { clientScopes } from '@ces/contracts/identity/tokens/scopes';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { lifetimes } from '../../keys/token-lifetimes.js';
import { extrasOf } from './client-metadata.js';

/** Scopes that mean something to OpenID Connect itself; the others belong to the API alone. */
export const openIdScopes: readonly string[] = ['openid', 'offline_access'];

export function scopesIn(given: unknown): string[] {
  return typeof given === 'string' ? given.split(' ').filter((scope) => scope !== '') : [];
}

export function allowedScopes(ctx: KoaContextWithOIDC, kind: readonly string[]): string[] {
  return extrasOf(ctx).ces_scopes.filter((scope) => kind.includes(scope));
}

/** The scopes that a client may ask for in a token of its own. `admin` holds every other scope of clients, and none of users. */
export function heldByClient(given: readonly string[]): readonly string[] {
  return given.includes('admin') ? clientScopes : given;
}

/** Each once. A request without scopes gets all allowed ones. */
export function chosenScopes(asked: string[], allowed: string[]): string[] {
  return asked.length > 0 ? [...new Set(asked)] : allowed;
}

/**
 * Returns the scopes that the request gets, and writes them into the request. Without a wish these are the `allowed` ones;
 * any of `held` may be asked for.
 */
export function grantScope(
  ctx: KoaContextWithOIDC,
  given: unknown,
  allowed: string[],
  held: readonly string[] = allowed,
): string[] {
  const asked = scopesIn(given);
  const refused = asked.find((scope) => !held.includes(scope));
  if (refused !== undefined) throw new errors.InvalidScope('the client does not have this scope', refused);
  const granted = chosenScopes(asked, allowed);
  if (ctx.oidc.params) ctx.oidc.params['scope'] = granted.join(' ');
  return granted;
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

/** The second at which a grant of these scopes ends: it lives no longer than its last token can. */
export function grantEnd(scopes: string[], secondsWithoutRefresh: number): number {
  const seconds = scopes.includes('offline_access') ? lifetimes.Grant : secondsWithoutRefresh;
  return Math.floor(Date.now() / 1_000) + seconds;
}
