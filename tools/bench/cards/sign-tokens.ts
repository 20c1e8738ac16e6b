import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { signingKeyOf } from '../signing-key.ts';

/** Signed with the stack's own key. The users need not exist. The tokens live as long as a run may take. */
export async function signTokens(stack: Stack, users: string[], scope = 'cards'): Promise<string[]> {
  const { base_url, client } = stack.describe();
  const jwk = await signingKeyOf(stack);
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const iat = Math.floor(Date.now() / 1_000);
  const head = encode({ alg: jwk.alg, typ: 'at+jwt', kid: jwk.kid });
  const claims = { iss: base_url, aud: 'ces-api', client_id: client.id, scope, iat, exp: iat + 3_600 };
  return users.map((sub) => {
    const text = `${head}.${encode({ ...claims, sub, token_use: 'user', ver: 2 ** 40, jti: randomUUID() })}`;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
