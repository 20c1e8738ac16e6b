import { check } from '../check.js';
import { NewCredentials } from './credentials.js';
import { PasswordChange } from './passwords.js';

const isTaken = (password: unknown): Promise<boolean> =>
  check(NewCredentials, { username: 'anna@example.com', password }, 'refuse').then(
    () => true,
    () => false,
  );

describe('a new password', () => {
  it.each([
    '8 spaces',
    '        ',
    '\ud83d\ude00'.repeat(8),
    'x'.repeat(256),
    '\ud83d\ude00'.repeat(256),
    'a\nb\tc\rd\u2028',
  ])('may be %j', async (password) => {
    expect(await isTaken(password)).toBe(true);
  });

  it.each([
    ['seven characters', '1234567'],
    ['seven characters outside the basic plane', '\ud83d\ude00'.repeat(7)],
    ['257 characters', 'x'.repeat(257)],
    ['a NUL', 'correct\0horse'],
    ['half of a character', 'correct horse\ud800'],
    ['nothing', ''],
    ['a number', 12_345_678],
    ['a list', ['correct horse']],
    ['null', null],
  ])('may not be %s', async (_, password) => {
    expect(await isTaken(password)).toBe(false);
  });

  it('follows this rule when it replaces another, which may be any text', async () => {
    const present = { password: '' };
    expect(await check(PasswordChange, { ...present, new_password: 'correct horse' }, 'refuse')).toMatchObject(present);
    await expect(check(PasswordChange, { ...present, new_password: 'short' }, 'refuse')).rejects.toMatchObject({
      extras: { errors: [{ pointer: '#/new_password', detail: 'must have 8 to 256 characters' }] },
    });
  });
});

describe('a username', () => {
  it('is read up to a thousand characters', async () => {
    const of = (length: number) => ({ username: 'x'.repeat(length), password: 'correct horse' });
    expect(await check(NewCredentials, of(1_000), 'refuse')).toMatchObject(of(1_000));
    await expect(check(NewCredentials, of(1_001), 'refuse')).rejects.toMatchObject({
      extras: { errors: [{ pointer: '#/username', code: 'max-length' }] },
    });
  });
});
