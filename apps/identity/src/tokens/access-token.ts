/** Life of an access token. What revokes one needs to be remembered only for as long. */
export const accessTokenSeconds = 15 * 60;
export const audience = 'ces-api';

/** What our access tokens say (RFC 9068). */
export interface AccessTokenClaims {
  iss: string;
  aud: string;
  sub: string;
  client_id: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  token_use: 'client' | 'user';
  /** The client's token version when it was issued: revoking a client's rights raises the version that counts. */
  ver: number;
}
