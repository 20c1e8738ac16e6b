import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { audience, isAccessToken, type AccessToken } from './access-token.js';
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
      algorithms: ['RS256'],
      issuer: rules.issuer,
      audience,
      // passport-jwt's type allows PEM only; jsonwebtoken also takes a KeyObject, which is many times faster.
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        keyFor(token, rules.keys).then(
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

async function keyFor(token: string, keys: KeyStore) {
  const header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()) as {
    typ?: string;
    kid?: string;
    crit?: unknown;
  };
  // RFC 7515, section 4.1.11: an unknown critical extension makes a token invalid, and the gateway knows no extension.
  if (header.crit !== undefined) throw new Error('a critical header that is not known');
  if (header.typ?.toLowerCase() !== 'at+jwt') throw new Error('not an access token');
  const key = header.kid === undefined ? undefined : await keys.find(header.kid);
  if (!key) throw new Error('unknown key');
  return key;
}
