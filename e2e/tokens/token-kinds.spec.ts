import { clientScopes, everyScope, userScopes } from '@ces/contracts/identity/tokens/scopes';
import { ApiClient } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import type { Registered } from '@ces/testing/gateway/registrations';
import { oauthForm, type Tokens } from '@ces/testing/gateway/user-tokens';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { OauthWorld } from '../platform/oauth-world.js';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';

interface Operation {
  security?: Record<string, string[]>[];
}

interface Need {
  use: string;
  scope: string;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Rows 20 and 27, password resets, and the calls of our pages for them. The nonce is their credential, but a bad token
 * is refused.
 */
const withNonceAlone = [
  ...['confirm', 'password', 'registration', 'reject', 'renew', 'uniquelink'].map(
    (name) => `/api/1/user/activator/${name}`,
  ),
  '/api/1/user/delete/finish',
  ...['renew', 'reset'].map((name) => `/api/1/user/password/${name}`),
];

describe('the token that a row needs', () => {
  let world: OauthWorld;
  let platform: Platform;
  let anna: Registered;
  let tokens: Tokens;
  let operations: { method: Method; path: string; needs: Need[] }[];

  beforeAll(async () => {
    world = await OauthWorld.start();
    ({ platform, anna } = world);
    tokens = await world.byPassword(anna);
    const document = (await platform.api.get('/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>;
    };
    const ours = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
    operations = ours.flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => ({
          method: method as Method,
          path: path.replaceAll(/\{\w+\}/g, 'x'),
          needs: (operation.security ?? []).flatMap((each) =>
            Object.entries(each).map(([kind, [scope = '']]) => ({ use: kind.split('_', 1)[0] ?? '', scope })),
          ),
        })),
    );
  });

  afterAll(() => world.stop());

  const ask = async (method: string, path: string, token?: string) => {
    const answer = await new ApiClient(platform.url, token).send(method.toUpperCase(), path);
    return [answer.status, answer.headers.get('www-authenticate')];
  };
  const missing = 'Bearer realm="ces"';
  const invalid = `${missing}, error="invalid_token"`;
  const insufficient = `${missing}, error="insufficient_scope"`;
  const clientToken = async (scope: string) => (await platform.api.as(platform.credentials, scope)).bearer;
  const userToken = async (scope: string) => (await world.byPassword(anna, scope)).access_token;

  it('is demanded on every row of the specification except 20 and 27', () => {
    const open = operations.filter(({ path, needs }) => path.startsWith('/api/') && needs.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual([...withNonceAlone].sort());
    expect(operations.filter(({ needs }) => needs.length > 0).length).toBeGreaterThan(40);
  });

  it('may have only the scope admin, which includes every scope of clients, for calls and for granting', async () => {
    const admin = await clientToken('admin');
    for (const { method, path, needs } of operations) {
      // A rotation of keys would disturb the other tests.
      if (!needs.some(({ use }) => use === 'client') || path.endsWith('keys:rotate')) continue;
      const [status] = await ask(method, path, admin);
      expect([method, path, status === 401 || status === 403]).toEqual([method, path, false]);
    }
    const made = await platform.api.withToken(admin).post('/api/1/admin/clients', { name: 'All', scopes: everyScope });
    expect(made).toMatchObject({ status: 201, body: { scopes: [...everyScope] } });
  });

  it('lets no client grant a scope that it does not have, neither to itself nor to others', async () => {
    const without = clientScopes.filter((scope) => scope !== 'admin');
    const { id, secret } = await world.newClient({ scopes: [...without, ...userScopes] });
    const client = await platform.api.as({ id, secret });
    const clients = '/api/1/admin/clients';
    const scopes = ['users:read', 'admin'];
    const detail = 'You can grant only scopes that you hold. You lack admin.';
    const refusal = { status: 403, body: { code: 'scope-insufficient', detail } };
    expect(await client.post(clients, { name: 'Raised', scopes })).toMatchObject(refusal);
    expect(await client.send('PATCH', `${clients}/${id}`, { body: { scopes } })).toMatchObject(refusal);
    const asked = { grant_type: 'client_credentials', scope: 'admin' };
    expect(await oauthForm(platform, asked, { id, secret })).toMatchObject({ status: 400, error: 'invalid_scope' });
    expect((await platform.api.get(`${clients}/${id}`)).body).toMatchObject({ scopes: [...without, ...userScopes] });
  });

  it('must have the right kind and scope: none and garbage get 401, the other kind and a missing scope get 403', async () => {
    const withScope = new Map<string, string>();
    const without = async (use: string, lacking: string[]): Promise<string> => {
      const key = `${use} ${lacking.join(' ')}`;
      const left = (use === 'client' ? clientScopes : userScopes).filter(
        (scope) => scope !== 'admin' && !lacking.includes(scope),
      );
      const token = withScope.get(key) ?? (await (use === 'client' ? clientToken : userToken)(left.join(' ')));
      withScope.set(key, token);
      return token;
    };
    for (const { method, path, needs } of operations.filter(({ needs }) => needs.length > 0)) {
      const row = `${method} ${path}`;
      expect([row, await ask(method, path)]).toEqual([row, [401, missing]]);
      expect([row, await ask(method, path, 'garbage')]).toEqual([row, [401, invalid]]);
      const uses = needs.map(({ use }) => use);
      if (!uses.includes('user')) {
        expect([row, await ask(method, path, tokens.access_token)]).toEqual([row, [403, insufficient]]);
      }
      if (!uses.includes('client')) {
        expect([row, await ask(method, path, platform.api.bearer)]).toEqual([row, [403, insufficient]]);
      }
      for (const use of new Set(uses)) {
        const scopes = needs.filter((need) => need.use === use).map(({ scope }) => scope);
        const answer = await ask(method, path, await without(use, scopes));
        expect([row, scopes, answer]).toEqual([row, scopes, [403, insufficient]]);
      }
    }
  });

  it('is not needed on rows 20 and 27, and refused there when it is bad', async () => {
    for (const path of withNonceAlone) {
      expect(await ask('post', path, 'garbage')).toEqual([401, invalid]);
      expect((await ask('post', path))[0]).toBe(400);
    }
  });

  it('is refused when it is forged, for another audience, without an end, or no access token', async () => {
    const key = platform.services.identity.get(SigningKeysService).current?.active;
    if (!key) throw new Error('there is no signing key');
    const ours = createPrivateKey({ key, format: 'jwk' });
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = createPublicKey(ours).export({ type: 'spki', format: 'pem' });
    const good = decodeJwt(tokens.access_token);
    const head = decodeProtectedHeader(tokens.access_token) as { alg: string };
    const sign = (
      payload: JWTPayload,
      header: { alg?: string; typ?: string | undefined; kid?: string | undefined } = {},
      by: KeyObject | Uint8Array = ours,
    ) => new SignJWT(payload).setProtectedHeader({ ...head, ...header } as { alg: string }).sign(by);
    const without = (claim: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim));
    const [first = '', , last = ''] = tokens.access_token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...good, sub: 'A'.repeat(25) })).toString('base64url');
    const attacks: [string, string | Promise<string>][] = [
      ['alg none', new UnsecuredJWT(good).encode()],
      ['HS256 with the public key', sign(good, { alg: 'HS256' }, Buffer.from(pem))],
      ['a foreign key', sign(good, {}, foreign)],
      ['a foreign kid', sign(good, { kid: 'other' })],
      ['no kid', sign(good, { kid: undefined })],
      ['another typ', sign(good, { typ: 'JWT' })],
      ['no typ', sign(good, { typ: undefined })],
      ['another algorithm', sign(good, { alg: 'PS256' })],
      ['a foreign issuer', sign({ ...good, iss: 'https://evil.example' })],
      ['another audience', sign({ ...good, aud: 'other' })],
      ['no audience', sign(without('aud'))],
      ['no exp', sign(without('exp'))],
      ['expired', sign({ ...good, exp: Math.floor(Date.now() / 1_000) - 1 })],
      ['no kind', sign(without('token_use'))],
      ['no version', sign(without('ver'))],
      ['no jti', sign(without('jti'))],
      ['another body under the signature', `${first}.${changed}.${last}`],
      ['no signature', `${first}.${tokens.access_token.split('.')[1] ?? ''}.`],
      ['an id_token', tokens.id_token ?? ''],
      ['a refresh token', tokens.refresh_token ?? ''],
    ];
    for (const [what, token] of attacks) {
      expect([what, await ask('get', '/api/1/user/person/me', await token)]).toEqual([what, [401, invalid]]);
    }
    expect((await ask('get', '/api/1/user/person/me', await sign(good)))[0]).toBe(200);
  });
});
