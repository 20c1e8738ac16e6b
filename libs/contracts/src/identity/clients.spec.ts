import { check } from '../check.js';
import type { Problem } from '../problems.js';
import { ClientChange, CreateClient, NewClient } from './clients.js';

const shop = { name: 'Shop', scopes: ['users:read'] };
const faultsOf = (given: object): Promise<string[]> =>
  check(NewClient, { ...shop, ...given }, 'refuse').then(
    () => [],
    (problem: unknown) => ((problem as Problem).extras.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  );

describe('a new client', () => {
  it('has scopes that there are, each once', async () => {
    expect(await faultsOf({ scopes: ['openid', 'admin', 'admin:read'] })).toEqual([]);
    expect(await faultsOf({ scopes: [] })).toEqual([]);
    expect(await faultsOf({ scopes: ['users:read', 'fly'] })).toEqual(['#/scopes/1 is-in']);
    expect(await faultsOf({ scopes: ['users:read', 'users:read'] })).toEqual(['#/scopes array-unique']);
    expect(await faultsOf({ scopes: 'users:read' })).toContain('#/scopes is-array');
  });

  it('has a name of 1 to 200 characters', async () => {
    expect(await faultsOf({ name: 'x'.repeat(200) })).toEqual([]);
    expect(await faultsOf({ name: 'x'.repeat(201) })).toEqual(['#/name is-length']);
    expect(await faultsOf({ name: '' })).toContain('#/name is-length');
  });

  it.each([
    'https://shop.example/callback',
    'http://127.0.0.1:8080',
    'http://localhost/callback?from=ces',
    'HTTPS://SHOP.example/',
  ])('sends browsers back to %s', async (address) => {
    expect(await faultsOf({ redirect_uris: [address] })).toEqual([]);
  });

  it.each([
    'https://shop.example/callback#part',
    'https://shop.example/#',
    'https://user:secret@shop.example/',
    'https://user@shop.example/',
    'https:\\\\shop.example\\callback',
    'https://shop.example/a b',
    'javascript:alert(1)',
    'shop.example/callback',
    'myapp://callback',
    '',
  ])('sends no browser back to %j', async (address) => {
    expect(await faultsOf({ redirect_uris: ['https://shop.example/', address] })).not.toEqual([]);
  });

  it('has at most 50 addresses and 50 origins, each once', async () => {
    const many = (count: number, path: string) =>
      Array.from({ length: count }, (_, n) => `https://a${n}.example${path}`);
    expect(await faultsOf({ redirect_uris: many(50, '/'), origins: many(50, '') })).toEqual([]);
    expect(await faultsOf({ redirect_uris: many(51, '/') })).toEqual(['#/redirect_uris array-max-size']);
    expect(await faultsOf({ origins: many(51, '') })).toEqual(['#/origins array-max-size']);
    expect(await faultsOf({ origins: ['https://a.example', 'https://a.example'] })).toEqual(['#/origins array-unique']);
  });

  it.each(['activation_url', 'deletion_url', 'password_url'])('has web pages in its mails: %s', async (name) => {
    for (const address of ['https://shop.example/page?x=1#y', null])
      expect(await faultsOf({ [name]: address })).toEqual([]);
    for (const address of ['/page', 'javascript:alert(1)', 'https://', 7])
      expect(await faultsOf({ [name]: address })).not.toEqual([]);
  });

  it('has a contact with a mail address', async () => {
    for (const contact_email of ['a@b.example', null]) expect(await faultsOf({ contact_email })).toEqual([]);
    for (const contact_email of ['a', 'a@b.example, c@d.example', 'A <a@b.example>', ''])
      expect(await faultsOf({ contact_email })).not.toEqual([]);
  });

  it('decides by true or false, and by no word', async () => {
    expect(await faultsOf({ first_party: 'true', public: 1 })).toEqual([
      '#/first_party is-boolean',
      '#/public is-boolean',
    ]);
  });
});

describe('a change of a client', () => {
  it('may leave out everything, and cannot make a client public', async () => {
    expect({ ...(await check(ClientChange, {}, 'refuse')) }).toEqual({});
    await expect(check(ClientChange, { public: true }, 'refuse')).rejects.toMatchObject({
      extras: { errors: [{ pointer: '#/public', code: 'unknown-field' }] },
    });
  });

  it('names its caller with the scopes of the token, or none', async () => {
    const by = { client_id: 'cl_a', scopes: ['clients:manage'] };
    expect(await check(CreateClient, { ...shop, by }, 'refuse')).toMatchObject({ by });
    for (const odd of [null, 'cl_a', { client_id: 'cl_a' }, { scopes: [] }, []])
      await expect(check(CreateClient, { ...shop, by: odd }, 'refuse')).rejects.toMatchObject({
        code: 'validation-failed',
      });
  });
});
