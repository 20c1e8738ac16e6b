import type { KoaContextWithOIDC } from 'oidc-provider';
import { addScopes, allowedScopes, grantEnd, grantScope, scopesIn } from './scopes.js';

function contextOf(ces_scopes: string[], params: Record<string, unknown> = {}): KoaContextWithOIDC {
  return { oidc: { client: { ces_scopes }, params } } as unknown as KoaContextWithOIDC;
}

describe('the scopes of a request', () => {
  it('are all allowed scopes when the request names none', () => {
    const params = {};
    expect(grantScope(contextOf([], params), undefined, ['cards', 'openid'])).toEqual(['cards', 'openid']);
    expect(params).toEqual({ scope: 'cards openid' });
  });

  it('are the named scopes, each once', () => {
    expect(grantScope(contextOf([]), ' cards  openid cards', ['account', 'cards', 'openid'])).toEqual([
      'cards',
      'openid',
    ]);
  });

  it('are refused when the client lacks one of them', () => {
    expect(() => grantScope(contextOf([]), 'cards admin', ['cards'])).toThrow('invalid_scope');
  });

  it('are taken only from text', () => {
    expect(scopesIn(['cards'])).toEqual([]);
    expect(scopesIn(undefined)).toEqual([]);
  });

  it('come from the scopes of the client that are of the right kind', () => {
    expect(allowedScopes(contextOf(['events:write', 'cards', 'openid']), ['openid', 'cards'])).toEqual([
      'cards',
      'openid',
    ]);
  });
});

describe('the scopes of a grant', () => {
  it('are all given for the API, and those of OpenID Connect also to the library', () => {
    const added: unknown[] = [];
    const grant = {
      addOIDCScope: (scopes: string[]) => added.push(['openid connect', scopes]),
      addResourceScope: (resource: string, scopes: string[]) => added.push([resource, scopes]),
    };
    addScopes(grant, 'https://ces.example/api', ['openid', 'cards']);
    addScopes(grant, 'https://ces.example/api', ['cards']);
    expect(added).toEqual([
      ['openid connect', ['openid']],
      ['https://ces.example/api', ['openid', 'cards']],
      ['https://ces.example/api', ['cards']],
    ]);
  });

  it('keep the grant for 90 days with offline_access, else for the given time', () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(grantEnd(['cards', 'offline_access'], 900) - now).toBeGreaterThanOrEqual(90 * 86_400);
    expect(grantEnd(['cards'], 900) - now).toBeLessThanOrEqual(901);
  });
});
