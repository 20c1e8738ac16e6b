import { randomBytes } from 'node:crypto';
import { IdentityConfig } from '../identity.config.js';
import { Sealer } from './sealer.js';

const key = () => randomBytes(32).toString('base64');

function sealerOf(...keys: string[]): Sealer {
  return new Sealer(Object.assign(new IdentityConfig(), { SECRETS_KEY: keys }));
}

describe('Sealer', () => {
  it('opens a sealed secret for the same owner', () => {
    const sealer = sealerOf(key());
    expect(sealer.open(sealer.seal('péché', 'cl_1'), 'cl_1')).toBe('péché');
    expect(sealer.open(sealer.seal('', 'cl_1'), 'cl_1')).toBe('');
  });

  it('seals the same secret differently each time', () => {
    const sealer = sealerOf(key());
    expect(sealer.seal('secret', 'cl_1')).not.toBe(sealer.seal('secret', 'cl_1'));
  });

  it('refuses a secret that was sealed for another owner or was changed', () => {
    const sealer = sealerOf(key());
    const sealed = sealer.seal('secret', 'cl_1');
    const [id = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(12) ^ 1, 12);
    expect(() => sealer.open(sealed, 'cl_2')).toThrow();
    expect(() => sealer.open(`${id}.${bytes.toString('base64url')}`, 'cl_1')).toThrow();
    expect(() => sealer.open(sealed.slice(0, -2), 'cl_1')).toThrow();
  });

  it('seals with the first key and opens secrets that an older key sealed', () => {
    const [older, newer] = [key(), key()];
    const sealed = sealerOf(older).seal('secret', 'cl_1');
    const both = sealerOf(newer, older);
    expect(both.open(sealed, 'cl_1')).toBe('secret');
    expect(sealerOf(newer).open(both.seal('secret', 'cl_1'), 'cl_1')).toBe('secret');
    expect(() => sealerOf(newer).open(sealed, 'cl_1')).toThrow('SECRETS_KEY does not hold');
  });
});
