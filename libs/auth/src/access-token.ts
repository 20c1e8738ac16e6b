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
  token_use: 'client' | 'user';
  /** The client's token version. Cutting a client's rights raises its version and ends tokens of lower versions. */
  ver: number;
}

export function isAccessToken(claims: unknown): claims is AccessToken {
  if (typeof claims !== 'object' || claims === null) return false;
  const of = claims as Record<string, unknown>;
  const texts = [of['iss'], of['sub'], of['client_id'], of['scope'], of['jti']];
  const numbers = [of['exp'], of['iat'], of['ver']];
  return (
    texts.every((each) => typeof each === 'string') &&
    numbers.every((each) => typeof each === 'number') &&
    (of['token_use'] === 'client' || of['token_use'] === 'user')
  );
}
