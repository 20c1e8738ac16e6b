import { clientScopes } from '@ces/contracts/clients';
import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { KnownClients } from '../clients/known-clients.js';
import type { KeySet } from '../keys/signing-keys.service.js';
import { accessTokenSeconds, audience } from './access-token.js';
import { ClientAdapter, clientExtras, type ClientExtras } from './client-adapter.js';

const off = { enabled: false };

/** oidc-provider with what works today: client_credentials, and nothing that needs a user. */
export function providerConfiguration(publicUrl: string, keys: KeySet, clients: KnownClients): Configuration {
  const api = `${publicUrl}/api`;
  return {
    adapter: (model) => new ClientAdapter(model, clients),
    jwks: { keys: keys.published },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    extraClientMetadata: { properties: clientExtras },
    scopes: [...clientScopes],
    responseTypes: [],
    routes: { token: '/oauth2/token', authorization: '/oauth2/authorize', jwks: '/.well-known/jwks.json' },
    ttl: { ClientCredentials: accessTokenSeconds },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        getResourceServerInfo: (ctx, resource) => {
          if (resource !== api && resource !== audience) throw new errors.InvalidTarget();
          const { ces_scopes } = extrasOf(ctx);
          grantScope(ctx, ces_scopes);
          return {
            audience,
            scope: ces_scopes.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: 'RS256', kid: keys.active.kid } },
          };
        },
      },
    },
    formats: {
      customizers: {
        jwt: (ctx, _token, { payload }) => {
          Object.assign(payload, { scope: payload.scope ?? '', token_use: 'client', ver: extrasOf(ctx).ces_version });
        },
      },
    },
    renderError: (ctx, out) => {
      ctx.body = out;
    },
  };
}

/** Asking for nothing is asking for everything the client has; asking for one it has not is refused, not cut down. */
function grantScope(ctx: KoaContextWithOIDC, allowed: string[]): void {
  const given = ctx.oidc.params?.['scope'];
  const asked = typeof given === 'string' ? given.split(' ').filter((scope) => scope !== '') : [];
  const refused = asked.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) throw new errors.InvalidScope('the client does not have this scope', refused);
  if (ctx.oidc.params) ctx.oidc.params['scope'] = (asked.length > 0 ? asked : allowed).join(' ');
}

function extrasOf(ctx: KoaContextWithOIDC): ClientExtras {
  // The library puts extra metadata onto its Client under their own names, unknown to its types.
  return ctx.oidc.client as unknown as ClientExtras;
}
