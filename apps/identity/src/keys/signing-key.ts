import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';

/** Includes the private part. */
export interface SigningKey extends JsonWebKey {
  kty: 'RSA';
  e: string;
  n: string;
  kid: string;
  alg: 'RS256';
  use: 'sig';
}

const generate = promisify(generateKeyPair);

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  const { e = '', n = '' } = jwk;
  return { ...jwk, kty: 'RSA', e, n, kid: thumbprint(e, n), alg: 'RS256', use: 'sig' };
}

export function publicPart({ kty, e, n, kid, alg, use }: SigningKey) {
  return { kty, e, n, kid, alg, use };
}

/** RFC 7638. */
function thumbprint(e: string, n: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
}
