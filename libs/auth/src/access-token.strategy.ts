import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { KeyObject } from 'node:crypto';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { audience, isAccessToken, type AccessToken } from './access-token.js';
import { TokenFault } from './explain-token.js';
import type { KeyStore } from './key-store.js';

export class TokenRules {
  issuer: string;
  keys: KeyStore;
}

/** Accepts access tokens of our issuer. It checks signature, algorithm, `typ`, `kid`, issuer, audience and expiry. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(rules: TokenRules) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['RS256', 'ES256'],
      issuer: rules.issuer,
      audience,
      // passport-jwt's type allows PEM only; jsonwebtoken also takes a KeyObject, which is many times faster.
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        keyFor(token, rules).then(
          (key) => {
            done(null, key as unknown as string);
          },
          (error: unknown) => {
            done(error);
          },
        );
      },
    });
  }

  validate(claims: unknown): AccessToken {
    if (!isAccessToken(claims)) throw new Problem('token-invalid', 'The token lacks claims of an access token.');
    return claims;
  }
}

async function keyFor(token: string, { issuer, keys }: TokenRules) {
  const [head = '', body = ''] = token.split('.', 2);
  const header = read(head);
  const { iss } = read(body);
  if (iss !== issuer) throw foreign(iss, issuer);
  // RFC 7515, section 4.1.11: an unknown critical extension makes a token invalid, and the gateway knows no extension.
  if (header['crit'] !== undefined) throw new TokenFault('The token has a critical header, and none is known here.');
  if (typeof header['typ'] !== 'string' || header['typ'].toLowerCase() !== 'at+jwt')
    throw new TokenFault('This is no access token. Send the access_token of /oauth2/token, not the id_token.');
  const key = typeof header['kid'] === 'string' ? await keys.find(header['kid']) : undefined;
  if (!key)
    throw new TokenFault('The key that signed the token is not in use (any more). Get a new one at /oauth2/token.');
  const algorithm = algorithmOf(key);
  if (header['alg'] !== algorithm)
    throw new TokenFault(`The token is not signed with ${algorithm}, the algorithm of its key.`);
  return key;
}

/** The key store holds no other kinds of keys. */
function algorithmOf({ asymmetricKeyType }: KeyObject): string {
  return asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
}

/** Reads a part of a token whose signature is not checked yet. */
function read(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The refusal below covers this too.
  }
  throw new TokenFault(
    'The token is malformed: its parts are no JSON. Send the access_token of /oauth2/token as it is.',
  );
}

function foreign(iss: unknown, issuer: string): TokenFault {
  const known = typeof iss === 'string' && iss !== '';
  const from = known ? `was issued by ${iss.slice(0, 200).replaceAll(/[^\x21-\x7e]/g, '?')}` : 'names no issuer';
  return new TokenFault(
    `The token ${from}, and only tokens of ${issuer} are accepted here. POST ${issuer}/oauth2/token gives one, also for the id_token of a configured provider (token exchange).`,
  );
}
