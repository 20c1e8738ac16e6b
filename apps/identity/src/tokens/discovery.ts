import { clientScopes } from '@ces/contracts/clients';

/** Members that oidc-provider always advertises, though nothing here does them. */
const absent = new Set([
  'acr_values_supported',
  'authorization_endpoint',
  'authorization_response_iss_parameter_supported',
  'claims_parameter_supported',
  'claims_supported',
  'code_challenge_methods_supported',
  'request_uri_parameter_supported',
  'response_modes_supported',
]);

/** The authorization server's metadata (RFC 8414): what the library says, less what does not work, plus what we do beside it. */
export function discoveryDocument(publicUrl: string, document: object): object {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    ...Object.fromEntries(Object.entries(document).filter(([member]) => !absent.has(member))),
    scopes_supported: clientScopes,
    revocation_endpoint: `${publicUrl}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: `${publicUrl}/oauth2/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
  };
}
