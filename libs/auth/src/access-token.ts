export const audience = 'ces-api';

/** RFC 9068. Identity sets these claims and the gateway reads them. */
export interface AccessToken {
  iss: string;
  sub: string;
  client_id: string;
  scope: string;
  exp: number;
  iat: number;
  jti: string;
  /** No token of identity is of the use `portal`: see `PortalCaller`. */
  token_use: 'client' | 'user' | 'operator' | 'portal';
  /**
   * The token version of the client, or of the operator. Cutting their rights raises the version and ends tokens of lower
   * versions.
   */
  ver: number;
  /** The session of an operator, with which the token ends. */
  sid?: string;
}

const uses: readonly unknown[] = ['client', 'user', 'operator'];

export function isAccessToken(claims: unknown): claims is AccessToken {
  if (typeof claims !== 'object' || claims === null) return false;
  const of = claims as Record<string, unknown>;
  const texts = [of['iss'], of['sub'], of['client_id'], of['scope'], of['jti']];
  const numbers = [of['exp'], of['iat'], of['ver']];
  return (
    texts.every((each) => typeof each === 'string') &&
    numbers.every((each) => typeof each === 'number') &&
    uses.includes(of['token_use'])
  );
}
