import { hashSync as argon2 } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { noPassword, readForeignHash } from './foreign-hash.js';
import { PasswordHasher } from './password-hasher.js';

const salt = Buffer.from('a salt of sixteen');
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
const scrypt = (password: string) =>
  `$scrypt$ln=12,r=8,p=1$${unpadded(salt)}$${unpadded(scryptSync(password, salt, 32, { N: 2 ** 12, r: 8, p: 1 }))}`;
const pbkdf2 = (password: string, digest: string) => unpadded(pbkdf2Sync(password, salt, 1_000, 32, digest));

describe('a password hash of another system', () => {
  const hasher = new PasswordHasher({ calls: 0 });
  const fits = (password: string, stored: string) => hasher.inForeignTurn((compare) => compare(password, stored));

  afterAll(() => hasher.onApplicationShutdown());

  it.each([
    ['argon2id', argon2('geheim', { memoryCost: 8_192, timeCost: 3, parallelism: 2 })],
    ['argon2i', argon2('geheim', { algorithm: 1 as never, memoryCost: 4_096, timeCost: 3 })],
    ['argon2d', argon2('geheim', { algorithm: 0 as never, memoryCost: 4_096, timeCost: 3 })],
    ['bcrypt $2b$', bcrypt.hashSync('geheim', 4)],
    ['bcrypt $2y$ of PHP', bcrypt.hashSync('geheim', 4).replace('$2b$', '$2y$')],
    ['bcrypt $2a$', bcrypt.hashSync('geheim', 4).replace('$2b$', '$2a$')],
    ['scrypt', scrypt('geheim')],
    ['PBKDF2 with SHA-256', `$pbkdf2-sha256$i=1000$${unpadded(salt)}$${pbkdf2('geheim', 'sha256')}`],
    ['PBKDF2 of passlib', `$pbkdf2-sha512$1000$${unpadded(salt)}$${pbkdf2('geheim', 'sha512').replaceAll('+', '.')}`],
    ['PBKDF2 with SHA-1', `$pbkdf2$1000$${unpadded(salt)}$${pbkdf2('geheim', 'sha1')}`],
    [
      'PBKDF2 of Django',
      `pbkdf2_sha256$1000$salty$${pbkdf2Sync('geheim', 'salty', 1_000, 32, 'sha256').toString('base64')}`,
    ],
  ])('is verified as it is: %s', async (_, stored) => {
    expect(await fits('geheim', stored)).toBe(true);
    expect(await fits('Geheim', stored)).toBe(false);
  });

  it('fits letters as they were typed, and in their usual form', async () => {
    const [composed, decomposed] = ['\u00e9t\u00e9-2024', 'e\u0301te\u0301-2024'];
    expect(await fits(decomposed, bcrypt.hashSync(decomposed, 4))).toBe(true);
    expect(await fits(decomposed, bcrypt.hashSync(composed, 4))).toBe(true);
  });

  it.each([
    ['the mark of an account without a password', noPassword],
    ['a password', 'geheim'],
    ['an MD5', '5ebe2294ecd0e0f08eab7690d2a6ee69'],
    ['argon2 with a gigabyte', '$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHRzYWx0$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo'],
    [
      'argon2 with a thousand passes',
      '$argon2id$v=19$m=65536,t=1000,p=1$c29tZXNhbHRzYWx0$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo',
    ],
    ['bcrypt of cost 13', bcrypt.hashSync('geheim', 4).replace('$04$', '$13$')],
    ['scrypt with N = 2^24', `$scrypt$ln=24,r=8,p=1$${unpadded(salt)}$${unpadded(Buffer.alloc(32))}`],
    ['PBKDF2 with a hundred million', `$pbkdf2-sha256$i=100000000$${unpadded(salt)}$${unpadded(Buffer.alloc(32))}`],
    ['PBKDF2 with a key that takes many blocks', `$pbkdf2$i=900000$${unpadded(salt)}$${unpadded(Buffer.alloc(64))}`],
    ['a key of four bytes', `$pbkdf2-sha256$i=1000$${unpadded(salt)}$${unpadded(Buffer.alloc(4))}`],
    ['scrypt with r = 1 and N = 2^16', `$scrypt$ln=16,r=1,p=1$${unpadded(salt)}$${unpadded(Buffer.alloc(32))}`],
    ['argon2 in base64 for URLs', '$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHRzYW_0$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo'],
    ['argon2 with stray bits', '$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHRzYWx0c2l$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo'],
    ['argon2 with a long salt', `$argon2id$v=19$m=4096,t=2,p=1$${'A'.repeat(68)}$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo`],
    ['a text without end', `$2b$04$${'x'.repeat(100_000)}`],
  ])('is none, and fits nothing: %s', async (_, stored) => {
    expect(readForeignHash(stored)).toBeUndefined();
    expect(await fits('geheim', stored)).toBe(false);
  });
});
