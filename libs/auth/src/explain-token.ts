import { audience } from './access-token.js';

/** Refuses a token before its signature is checked. The caller reads the message. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
}

const howToGet = {
  client: 'POST /oauth2/token with grant_type=client_credentials and the id and secret of the client gives one',
  operator: 'operators sign in at /console/sign-in, and the console calls for them; or by ces login',
  portal: 'POST /api/1/terminal/portal-sessions gives a link with one',
  user: 'a user gives one by signing in: GET /oauth2/authorize with response_type=code and PKCE, then POST /oauth2/token',
} as const;

const named = { operator: "an operator's token", portal: 'the token of a link to the portal' } as const;

export interface TokenNeed {
  use: 'client' | 'user' | 'operator' | 'portal';
  /** Empty for an operator of any role, and for the portal. */
  scope: string;
}

export function explainRefusal(error: unknown): string {
  if (error instanceof TokenFault) return error.message;
  // The library's errors inherit from Error's prototype only: `Error.isError` is false for them.
  if (!(error instanceof Error)) return 'The token cannot be read. Send the access_token of /oauth2/token as it is.';
  const { name, message } = error;
  if (name === 'TokenExpiredError') return expired((error as { expiredAt?: Date }).expiredAt ?? new Date());
  if (name === 'NotBeforeError') return 'The token is not valid yet: its nbf lies ahead.';
  if (message.startsWith('invalid signature'))
    return 'The signature does not fit the token: it was cut off or altered on its way. Send the access_token as it is.';
  if (message.startsWith('jwt audience')) return `The token is for another service: its aud is not ${audience}.`;
  return 'The token is malformed. Send the access_token of /oauth2/token as it is.';
}

export function expired(at: Date): string {
  return `The token expired at ${at.toISOString()}. Get a new one at /oauth2/token, or with the refresh token.`;
}

export const revoked =
  'The token was revoked, because the user signed out, the account was closed, or the client was changed. Get a new one at /oauth2/token.';

export function explainHeader(header: string): string {
  const [scheme = '', ...rest] = header.trim().split(/\s+/);
  if (/^basic$/i.test(scheme))
    return 'This call takes Authorization: Bearer <token>, not Basic. Basic, with the id and secret of a client, is for POST /oauth2/token, which gives the token.';
  if (isJwt(header.trim())) return 'Put the word Bearer before the token: Authorization: Bearer <token>.';
  if (!/^bearer$/i.test(scheme)) return 'Send Authorization: Bearer <token>; no other scheme is known here.';
  if (rest.length === 0) return 'No token stands after Bearer: is a variable empty?';
  if (rest.length > 1) return 'Send one access token and nothing else: Authorization: Bearer <token>.';
  return 'What stands after Bearer is malformed: an access token has three parts with dots between them. The secret of a client is no token: POST /oauth2/token gives one for it.';
}

export function explainMissing(needs: readonly TokenNeed[]): string {
  if (needs.length === 0) return 'This call needs an access token: Authorization: Bearer <token>.';
  return `This call needs ${inWords(needs)}: Authorization: Bearer <token>. To get it: ${waysToGet(needs)}.`;
}

export function explainKind(needs: readonly TokenNeed[], use: string): string {
  return `This call needs ${inWords(needs)}; yours is ${kindOf(use)}. To get it: ${waysToGet(needs)}.`;
}

/** One of the `wanted` scopes is enough. Tokens of operators are of no client. */
export function explainScope(wanted: readonly string[], held: string, client: string | undefined): string {
  if (client === undefined)
    return `This call needs the scope ${wanted.join(' or ')}, which your role does not have. An owner can give you another role.`;
  return `This call needs the scope ${wanted.join(' or ')}; the token has ${held === '' ? 'none' : held}. Ask for it by scope= at /oauth2/token. If the client ${client} does not have it, an administrator adds it: PATCH /api/1/admin/clients/${client}.`;
}

function kindOf(use: string): string {
  return use === 'operator' || use === 'portal' ? named[use] : `a ${use} token`;
}

function inWords(needs: readonly TokenNeed[]): string {
  const byUse = Map.groupBy(needs, ({ use }) => use);
  const kinds = [...byUse].map(([use, ways]) =>
    use === 'operator' || use === 'portal'
      ? named[use]
      : `a ${use} token with the scope ${ways.map(({ scope }) => scope).join(' or ')}`,
  );
  return kinds.join(' or ');
}

function waysToGet(needs: readonly TokenNeed[]): string {
  return [...new Set(needs.map(({ use }) => howToGet[use]))].join('; ');
}

function isJwt(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}
