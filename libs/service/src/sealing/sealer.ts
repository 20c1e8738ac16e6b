import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with SECRETS_KEY. `owner` is bound to the ciphertext, so that a ciphertext copied to another row does not
 * open. The first key seals, and all keys open.
 */
export class SecretSealer {
  private readonly keys: Map<string, Buffer>;
  private readonly current: { id: string; key: Buffer };

  constructor(secretsKey: readonly string[]) {
    const ring = secretsKey.map((text) => Buffer.from(text, 'base64')).map((key) => ({ id: keyId(key), key }));
    const [first] = ring;
    if (!first) throw new Error('SECRETS_KEY holds no key');
    this.current = first;
    this.keys = new Map(ring.map(({ id, key }) => [id, key]));
  }

  /** Every ciphertext of the current key begins with it. */
  get mark(): string {
    return `${this.current.id}.`;
  }

  seal(plain: string, owner: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.current.key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.mark}${sealed.toString('base64url')}`;
  }

  open(sealed: string, owner: string): string {
    const [id = '', text = ''] = sealed.split('.');
    const key = this.keys.get(id);
    if (!key) throw new Error(`A stored secret was encrypted with key ${id}, which SECRETS_KEY does not hold.`);
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }
}

/** Does not reveal the key. */
function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}
