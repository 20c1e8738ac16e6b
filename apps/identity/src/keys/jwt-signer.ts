import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './signing-key.js';

const signInPool = promisify(sign) as unknown as (digest: string, data: Buffer, key: KeyObject) => Promise<Buffer>;

interface Opened {
  of: SigningKey;
  key: KeyObject;
  head: string;
}

/** Signs JWTs of one type. */
export class JwtSigner {
  private opened: Opened | undefined;

  async sign(key: SigningKey, typ: string, claims: object): Promise<string> {
    const { head, key: object } = this.open(key, typ);
    const text = `${head}.${encode(claims)}`;
    const data = Buffer.from(text);
    const signature =
      key.alg === 'ES256'
        ? // Faster than to wake another thread.
          sign('sha256', data, { key: object, dsaEncoding: 'ieee-p1363' })
        : await signInPool('sha256', data, object);
    return `${text}.${signature.toString('base64url')}`;
  }

  private open(key: SigningKey, typ: string): Opened {
    if (this.opened?.of === key) return this.opened;
    const head = encode({ alg: key.alg, typ, kid: key.kid });
    this.opened = { of: key, key: createPrivateKey({ key, format: 'jwk' }), head };
    return this.opened;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
