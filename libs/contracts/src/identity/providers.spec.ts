import { check } from '../check.js';
import type { Problem } from '../problems.js';
import { providerNamePattern, ProviderSettings } from './providers.js';

const settings = { issuer: 'https://login.example', client_ids: ['shop'] };
const pointersOf = (given: object): Promise<string[]> =>
  check(ProviderSettings, { ...settings, ...given }, 'refuse').then(
    () => [],
    (problem: unknown) => ((problem as Problem).extras.errors ?? []).map(({ pointer }) => pointer),
  );

describe('the settings of a provider', () => {
  it('name an issuer by its address', async () => {
    for (const issuer of ['https://login.example/tenant', 'http://localhost:9000'])
      expect(await pointersOf({ issuer })).toEqual([]);
    for (const issuer of ['login.example', 'ftp://login.example', '', 7])
      expect(await pointersOf({ issuer })).toContain('#/issuer');
  });

  it('name up to 50 of our ids there, of 1 to 255 characters', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `id ${n}`);
    for (const client_ids of [[], ids(50), ['x'.repeat(255)]]) expect(await pointersOf({ client_ids })).toEqual([]);
    expect(await pointersOf({ client_ids: ids(51) })).toEqual(['#/client_ids']);
    for (const odd of ['', 'x'.repeat(256), 'a\0'])
      expect(await pointersOf({ client_ids: ['shop', odd] })).toEqual(['#/client_ids/1']);
  });

  it('hold a secret of printable characters', async () => {
    for (const client_secret of ['x', 'a secret: +/=', '~'.repeat(1_000), null])
      expect(await pointersOf({ client_secret })).toEqual([]);
    for (const client_secret of ['', 'x'.repeat(1_001), 'é', 'a\nb'])
      expect(await pointersOf({ client_secret })).toEqual(['#/client_secret']);
  });

  it('ask for up to 20 scopes, each one word and once', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `scope:${n}`);
    for (const scopes of [words(20), [], null]) expect(await pointersOf({ scopes })).toEqual([]);
    for (const odd of ['a b', '', 'a"b', 'a\\b', 'x'.repeat(101)])
      expect(await pointersOf({ scopes: ['openid', odd] })).toEqual(['#/scopes/1']);
    expect(await pointersOf({ scopes: words(21) })).toEqual(['#/scopes']);
    expect(await pointersOf({ scopes: ['email', 'email'] })).toEqual(['#/scopes']);
  });
});

describe('the name of a provider', () => {
  it.each(['a', '9', 'acme-login', 'A.b_c-D', 'x'.repeat(100)])('may be %s', (name) => {
    expect(providerNamePattern.test(name)).toBe(true);
  });

  it.each(['', '-a', '.a', '_a', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(101)])('may not be %j', (name) => {
    expect(providerNamePattern.test(name)).toBe(false);
  });
});
