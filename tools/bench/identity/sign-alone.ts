// The ceiling of client tokens: nothing but their claims and signature, in a process of its own. Signatures are made by the
// threads of libuv's pool, as many as identity has.
import { createPrivateKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { StackKey } from '../signing-key.ts';
import { answerParent } from '../worker.ts';
import { saturate, type Calls } from './calls.ts';

export interface Signing {
  key: StackKey;
  /** A token of the stack, whose claims are signed anew. */
  token: string;
  atOnce: number;
  seconds: number;
  /** How many of the tokens are returned. */
  kept: number;
}

export interface Signed {
  calls: Calls;
  tokens: string[];
}

interface SigningInput {
  key: KeyObject;
  dsaEncoding: 'ieee-p1363';
}

const signInPool = promisify(sign) as unknown as (digest: string, data: Buffer, key: SigningInput) => Promise<Buffer>;

answerParent(signAlone);

async function signAlone({ key, token, atOnce, seconds, kept }: Signing): Promise<Signed> {
  const input = { key: createPrivateKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const [head = '', body = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const tokens: string[] = [];
  const calls = await saturate(
    async () => {
      const iat = Math.floor(Date.now() / 1_000);
      const fresh = JSON.stringify({ ...claims, jti: randomUUID(), iat, exp: iat + 900 });
      const text = `${head}.${Buffer.from(fresh).toString('base64url')}`;
      const signature = await signInPool('sha256', Buffer.from(text), input);
      const signed = `${text}.${signature.toString('base64url')}`;
      if (tokens.length < kept) tokens.push(signed);
    },
    atOnce,
    seconds,
  );
  return { calls, tokens };
}
