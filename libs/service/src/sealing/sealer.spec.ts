import { randomBytes } from 'node:crypto';
import { SecretSealer } from './sealer.js';

describe('SecretSealer', () => {
  const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

  it('opens what it has sealed, and seals the same text differently each time', () => {
    const sealer = new SecretSealer([older]);
    const [one, two] = [sealer.seal('a secret', 'anna'), sealer.seal('a secret', 'anna')];
    expect([sealer.open(one, 'anna'), sealer.open(two, 'anna')]).toEqual(['a secret', 'a secret']);
    expect(one).not.toBe(two);
    expect(sealer.open(sealer.seal('péché', 'anna'), 'anna')).toBe('péché');
    expect(sealer.open(sealer.seal('', 'anna'), 'anna')).toBe('');
    expect(one).not.toContain('a secret');
  });

  it('opens a ciphertext for its owner only', () => {
    const sealer = new SecretSealer([older]);
    expect(() => sealer.open(sealer.seal('a secret', 'anna'), 'bert')).toThrow();
  });

  it('refuses a ciphertext that was changed', () => {
    const sealer = new SecretSealer([older]);
    const sealed = sealer.seal('a secret', 'anna');
    expect(() => sealer.open(sealed.slice(0, -2), 'anna')).toThrow();
    const last = sealed.endsWith('A') ? 'B' : 'A';
    expect(() => sealer.open(`${sealed.slice(0, -2)}${last}${last}`, 'anna')).toThrow();
  });

  it('seals with the first key, and opens with every key', () => {
    const [before, during] = [new SecretSealer([older]), new SecretSealer([newer, older])];
    const old = before.seal('a secret', 'anna');
    expect(during.open(old, 'anna')).toBe('a secret');
    expect(old.startsWith(during.mark)).toBe(false);
    expect(during.seal('a secret', 'anna').startsWith(during.mark)).toBe(true);
  });

  it('names the missing key without revealing it', () => {
    const sealed = new SecretSealer([older]).seal('a secret', 'anna');
    expect(() => new SecretSealer([newer]).open(sealed, 'anna')).toThrow(
      /^A stored secret was encrypted with key [0-9a-f]{8}, which SECRETS_KEY does not hold\.$/,
    );
    expect(() => new SecretSealer([])).toThrow('SECRETS_KEY holds no key');
  });
});
