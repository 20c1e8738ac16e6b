import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';

interface Claims {
  client_id: string;
  exp: number;
}

/** Checks the signature of a token once, but its expiry at every request. */
export class TokenCheck {
  private readonly keys: Map<string, KeyObject>;
  private readonly verified = new Map<string, Claims>();

  private constructor(keys: Map<string, KeyObject>) {
    this.keys = keys;
  }

  static async load(jwksUrl: string): Promise<TokenCheck> {
    const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: (JsonWebKey & { kid: string })[] };
    return new TokenCheck(new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })])));
  }

  clientOf(header: string | undefined): string | undefined {
    if (header === undefined) return undefined;
    const claims = this.verified.get(header) ?? this.verify(header);
    return claims && claims.exp * 1_000 > Date.now() ? claims.client_id : undefined;
  }

  private verify(header: string): Claims | undefined {
    const [head = '', body = '', signature = ''] = header.replace('Bearer ', '').split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    const key = this.keys.get(kid);
    if (!key || !verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
      return undefined;
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
    this.verified.set(header, claims);
    return claims;
  }
}
