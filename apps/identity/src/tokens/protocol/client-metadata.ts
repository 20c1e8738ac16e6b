import { userScopes } from '@ces/contracts/identity/tokens/scopes';
import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { KnownClient } from '../../clients/known-clients.js';

export const passwordGrant = 'password';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Our additions to oidc-provider's metadata of a client, so that one lookup serves a whole request. */
interface ClientExtras {
  ces_scopes: string[];
  ces_version: number;
  ces_first_party: boolean;
  ces_operators: boolean;
}

export const clientExtras = ['ces_scopes', 'ces_version', 'ces_first_party', 'ces_operators'];

export function extrasOf(ctx: KoaContextWithOIDC): ClientExtras {
  // The library copies extra metadata onto its Client; its types do not know them.
  return ctx.oidc.client as unknown as ClientExtras;
}

export function isForOperators(client: unknown): boolean {
  return (client as Partial<ClientExtras> | undefined)?.ces_operators === true;
}

export function metadataOf(client: KnownClient): AdapterPayload & ClientExtras {
  const forUsers = client.scopes.some((scope) => (userScopes as readonly string[]).includes(scope));
  const byBrowser = forUsers && client.redirect_uris.length > 0;
  // A program on the person's machine listens at a port that is free, so any port of a loopback address fits (RFC 8252).
  const isNative = client.public && client.redirect_uris.every(isLoopback);
  return {
    client_id: client.id,
    client_name: client.name,
    ...authenticationOf(client),
    grant_types: [
      ...(client.public ? [] : ['client_credentials']),
      ...(byBrowser ? ['authorization_code'] : []),
      ...(forUsers ? ['refresh_token'] : []),
      // The console is a page: no device signs in as it.
      ...(forUsers && client.public && (isNative || !client.operators) ? [deviceGrant] : []),
      // Users give no consent here, so only first-party clients may use these grants. Any program can pose as a public
      // client.
      ...(forUsers && client.first_party && !client.public ? [passwordGrant, tokenExchangeGrant] : []),
    ],
    application_type: isNative ? 'native' : 'web',
    response_types: byBrowser ? ['code'] : [],
    redirect_uris: client.redirect_uris,
    post_logout_redirect_uris: client.redirect_uris,
    ces_scopes: client.scopes,
    ces_version: client.version,
    ces_first_party: client.first_party,
    ces_operators: client.operators,
  };
}

/** `localhost` may lead elsewhere (RFC 8252, section 8.3). */
function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]');
}

/** The library demands a secret of confidential clients. `hasSecret` compares, and also knows the client's second secret. */
function authenticationOf(client: KnownClient): AdapterPayload {
  return client.public ? { token_endpoint_auth_method: 'none' } : { client_secret: client.secrets[0] };
}
