import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';

export const signingAlgorithms = ['RS256', 'ES256'] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** Includes the private part. It signs with no other algorithm than its own. */
export interface SigningKey extends JsonWebKey {
  kty: 'RSA' | 'EC';
  kid: string;
  alg: SigningAlgorithm;
  use: 'sig';
}

/** The members of a public key, in the order of RFC 7638. */
const publicMembers = { RSA: ['e', 'kty', 'n'], EC: ['crv', 'kty', 'x', 'y'] } as const;

const generate = promisify(generateKeyPair);

export async function newSigningKey(alg: SigningAlgorithm): Promise<SigningKey> {
  const { privateKey } =
    alg === 'ES256' ? await generate('ec', { namedCurve: 'P-256' }) : await generate('rsa', { modulusLength: 2048 });
  const kty = alg === 'ES256' ? 'EC' : 'RSA';
  const jwk = { ...privateKey.export({ format: 'jwk' }), kty } as const;
  return { ...jwk, kid: thumbprint(jwk), alg, use: 'sig' };
}

export function publicPart(key: SigningKey) {
  const { kty, kid, alg, use } = key;
  return { ...membersOf(key), kty, kid, alg, use };
}

/** RFC 7638. */
function thumbprint(key: Pick<SigningKey, 'kty'>): string {
  return createHash('sha256')
    .update(JSON.stringify(membersOf(key)))
    .digest('base64url');
}

function membersOf(key: JsonWebKey & Pick<SigningKey, 'kty'>): JsonWebKey {
  return Object.fromEntries(publicMembers[key.kty].map((member) => [member, key[member]]));
}
