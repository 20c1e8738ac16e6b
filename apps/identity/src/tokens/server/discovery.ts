import { clientScopes, userScopes } from '@ces/contracts/identity/tokens/scopes';
import { locales } from '@ces/contracts/locale';
import { userClaims } from '../accounts.service.js';

/** Members that oidc-provider always advertises, though this service does not support them. */
const absent = new Set(['acr_values_supported']);

/** The authorization server's metadata (RFC 8414): the library's, without what we do not support, with our own endpoints. */
export function discoveryDocument(publicUrl: string, document: object): object {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    ...Object.fromEntries(Object.entries(document).filter(([member]) => !absent.has(member))),
    scopes_supported: [...clientScopes, ...userScopes],
    claims_supported: [...userClaims, 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'amr'],
    ui_locales_supported: locales.map((locale) => locale.replace('_', '-')),
    prompt_values_supported: ['none', 'login', 'consent', 'create'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    userinfo_endpoint: `${publicUrl}/oauth2/userinfo`,
    revocation_endpoint: `${publicUrl}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    introspection_endpoint: `${publicUrl}/oauth2/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
  };
}
