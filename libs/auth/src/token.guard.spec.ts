import { Problem } from '@ces/contracts/problems';
import { Controller, Get, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AccessToken } from './access-token.js';
import { AccessTokenStrategy } from './access-token.strategy.js';
import type { BadTokens } from './bad-tokens.js';
import type { KeyStore } from './key-store.js';
import { Revoked } from './revoked.js';
import { TokenGuard } from './token.guard.js';
import { MayHaveToken, NeedsClientOrUserToken, NeedsClientToken, NeedsUserToken } from './tokens.decorator.js';
import { VerifiedTokens } from './verified-tokens.js';

const issuer = 'https://ces.example';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const realNow = Date.now.bind(Date);

/** The keys of the issuer, and how often somebody looked for one. */
class Keys {
  looks = 0;
  away = false;

  find(kid: string): Promise<KeyObject | undefined> {
    this.looks += 1;
    if (this.away) return Promise.reject(new Problem('service-unavailable', 'away', { retry_after: 1 }));
    return Promise.resolve({ known: rsa.publicKey, elliptic: ec.publicKey }[kid]);
  }
}

@Controller()
class Routes {
  @Get()
  @NeedsClientToken('users:read', 'users:write')
  ofClients(): void {
    return;
  }

  @Get()
  @NeedsUserToken('cards')
  ofUsers(): void {
    return;
  }

  @Get()
  @NeedsClientOrUserToken({ client: 'registration', user: 'cards' })
  ofBoth(): void {
    return;
  }

  @Get()
  @MayHaveToken()
  open(): void {
    return;
  }
}

type Route = keyof Routes;

describe('the guard of tokens', () => {
  let keys: Keys;
  let revoked: Revoked;
  let verified: VerifiedTokens;
  let guard: TokenGuard;
  let counted: string[];
  let refusal: Problem | undefined;

  beforeEach(() => {
    keys = new Keys();
    revoked = new Revoked();
    revoked.complete = true;
    verified = new VerifiedTokens();
    counted = [];
    refusal = undefined;
    const note = (what: string) => (): Promise<void> => {
      counted.push(what);
      return refusal ? Promise.reject(refusal) : Promise.resolve();
    };
    const badTokens: BadTokens = { seen: note('bad'), lacksScope: note('lacks scope') };
    new AccessTokenStrategy({ issuer, keys: keys as unknown as KeyStore });
    guard = new TokenGuard(new Reflector(), revoked, verified, badTokens);
  });

  afterEach(() => {
    Date.now = realNow;
  });

  const claims = (more: object = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    return {
      ...{ iss: issuer, aud: 'ces-api', sub: 'cl_a', client_id: 'cl_a', scope: 'users:read', jti: 'j1' },
      ...{ iat: now, exp: now + 900, token_use: 'client', ver: 1 },
      ...more,
    };
  };
  const sign = (more: object = {}, header: object = {}, key: KeyObject = rsa.privateKey) =>
    new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'known', ...header }).sign(key);
  const ofUser = (scope: string, more: object = {}) => sign({ sub: 'user', token_use: 'user', scope, ...more });
  const contextOf = (request: object, route: Route): ExecutionContext =>
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its metadata is read
    new ExecutionContextHost([request, {}], Routes, Routes.prototype[route]);
  /** The user of the request that passes, or the code of the refusal. */
  const ask = async (authorization: string | undefined, route: Route = 'ofClients') => {
    const request: { headers: object; user?: AccessToken } = {
      headers: authorization === undefined ? {} : { authorization },
    };
    const outcome = await Promise.resolve(guard.canActivate(contextOf(request, route))).catch(
      (error: unknown) => error,
    );
    return outcome === true ? (request.user?.sub ?? 'nobody') : (outcome as Problem);
  };
  const codeFor = async (authorization: string | undefined, route?: Route) => {
    const outcome = await ask(authorization, route);
    return typeof outcome === 'string' ? outcome : outcome.code;
  };
  const detailFor = async (token: string, route?: Route) => (await ask(`Bearer ${token}`, route)) as Problem;

  it('lets a token with one of the scopes pass, and hands its claims on', async () => {
    expect(await codeFor(`Bearer ${await sign()}`)).toBe('cl_a');
    expect(await codeFor(`Bearer ${await sign({ scope: 'events:read users:write' })}`)).toBe('cl_a');
    expect(await codeFor(`Bearer ${await ofUser('openid cards')}`, 'ofUsers')).toBe('user');
    expect(await codeFor(`Bearer ${await sign({}, { alg: 'ES256', kid: 'elliptic' }, ec.privateKey)}`)).toBe('cl_a');
    expect(counted).toEqual([]);
  });

  it('takes the scheme in any case, and spaces before the token', async () => {
    const token = await sign();
    expect([await codeFor(`bearer ${token}`), await codeFor(`BEARER   ${token}`)]).toEqual(['cl_a', 'cl_a']);
    expect(await codeFor(`Bearer ${token} `)).toBe('token-invalid');
  });

  it('checks the signature of a token once, however the header is written', async () => {
    const token = await sign();
    for (const header of [`Bearer ${token}`, `Bearer ${token}`, `bearer  ${token}`]) await ask(header);
    expect([keys.looks, [...verified.keys()]]).toEqual([1, [token]]);
  });

  it('refuses a known token from its end on, and forgets it', async () => {
    const token = await sign();
    await ask(`Bearer ${token}`);
    const { exp } = verified.get(token) ?? { exp: 0 };
    Date.now = () => exp * 1_000 - 1;
    expect(await codeFor(`Bearer ${token}`)).toBe('cl_a');
    Date.now = () => exp * 1_000;
    const refused = await detailFor(token);
    expect([refused.code, refused.detail]).toEqual([
      'token-invalid',
      expect.stringContaining(`expired at ${new Date(exp * 1_000).toISOString()}`),
    ]);
    expect([verified.has(token), counted]).toEqual([false, ['bad']]);
  });

  it('refuses a revoked token, known or not, and forgets it', async () => {
    const [known, fresh] = [await sign(), await sign({ iat: 7 })];
    await ask(`Bearer ${known}`);
    revoked.add({ tokens: ['j1'], clients: [], users: [] });
    for (const token of [known, fresh]) {
      expect(await detailFor(token)).toMatchObject({
        code: 'token-invalid',
        detail: expect.stringContaining('was revoked'),
      });
      expect(verified.has(token)).toBe(false);
    }
  });

  it('accepts no token before it knows which ones are revoked', async () => {
    revoked.complete = false;
    expect(await ask(`Bearer ${await sign()}`)).toMatchObject({
      code: 'service-unavailable',
      extras: { retry_after: 1 },
    });
    expect(counted).toEqual([]);
  });

  it('needs a token, unless the route is open; a bad one is refused there, too', async () => {
    expect([await codeFor(undefined), await codeFor(undefined, 'open')]).toEqual(['token-missing', 'nobody']);
    expect([await codeFor('', 'open'), await codeFor('Bearer a.b.c', 'open')]).toEqual([
      'token-invalid',
      'token-invalid',
    ]);
    expect(await codeFor(`Bearer ${await sign({ scope: '' })}`, 'open')).toBe('cl_a');
  });

  it('says that the issuer is away when its keys cannot be read, and counts no bad token', async () => {
    keys.away = true;
    expect(await ask(`Bearer ${await sign()}`)).toMatchObject({
      code: 'service-unavailable',
      extras: { retry_after: 1 },
    });
    expect(counted).toEqual([]);
  });

  it('compares scopes as whole words', async () => {
    for (const scope of ['', 'users:reads', 'xusers:read', 'users', 'USERS:READ'])
      expect([scope, await codeFor(`Bearer ${await sign({ scope })}`)]).toEqual([scope, 'scope-insufficient']);
  });

  it('lets a client with admin pass everywhere, and no user', async () => {
    expect(await codeFor(`Bearer ${await sign({ scope: 'admin' })}`)).toBe('cl_a');
    expect(await codeFor(`Bearer ${await sign({ scope: 'admin' })}`, 'ofBoth')).toBe('cl_a');
    expect(await codeFor(`Bearer ${await ofUser('admin')}`, 'ofUsers')).toBe('scope-insufficient');
  });

  it('names the scope that is missing, or the other kind of token', async () => {
    const lacking = await detailFor(await ofUser('profile'), 'ofUsers');
    expect(lacking.detail).toContain('needs the scope cards; the token has profile');
    const otherKind = await detailFor(await ofUser('cards'));
    expect(otherKind.detail).toContain(
      'needs a client token with the scope users:read or users:write; yours is a user',
    );
    const ofOperator = await sign({ sub: 'op_x', token_use: 'operator', scope: 'admin' });
    expect((await detailFor(ofOperator, 'ofUsers')).detail).toContain("; yours is an operator's token. To get it");
    const ofBoth = await detailFor(await ofUser('registration'), 'ofBoth');
    expect(ofBoth.detail).toContain('needs the scope cards;');
    expect(await codeFor(`Bearer ${await sign({ scope: 'cards' })}`, 'ofBoth')).toBe('scope-insufficient');
  });

  it('tells of bad tokens and of missing scopes, each before its answer', async () => {
    await ask('Bearer a.b.c');
    await ask(`Bearer ${await sign({ scope: '' })}`);
    await ask(undefined);
    expect(counted).toEqual(['bad', 'lacks scope']);
    refusal = new Problem('rate-limited', 'too many');
    expect(await codeFor('Bearer a.b.c')).toBe('rate-limited');
  });

  it('reads no header of more than 4 KiB', async () => {
    const { length } = await sign({ pad: '' });
    const headerOf = async (total: number) =>
      `Bearer ${await sign({ pad: 'x'.repeat(Math.floor((total - length) * 0.75)) })}`;
    const [fits, tooLong] = [await headerOf(4_050), await headerOf(4_150)];
    expect([fits.length <= 4_096, tooLong.length > 4_096]).toEqual([true, true]);
    expect([await codeFor(fits), await codeFor(tooLong)]).toEqual(['cl_a', 'token-invalid']);
  });

  it.each<[string, () => Promise<string> | string, string]>([
    ['of another issuer', () => sign({ iss: 'https://other.example' }), 'issued by https://other.example'],
    ['of an issuer with a line break', () => sign({ iss: 'a\nb' }), 'issued by a?b'],
    ['of no issuer', () => sign({ iss: '' }), 'names no issuer'],
    ['with a critical header', () => sign({}, { crit: ['b64'], b64: true }), 'critical header'],
    ['that is no access token', () => sign({}, { typ: 'JWT' }), 'This is no access token'],
    ['without a type', () => sign({}, { typ: undefined }), 'This is no access token'],
    ['of an unknown key', () => sign({}, { kid: 'other' }), 'not in use (any more)'],
    ['without a key', () => sign({}, { kid: undefined }), 'not in use (any more)'],
    [
      'signed by another key',
      () => sign({}, {}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      'cut off or altered',
    ],
    ['with another algorithm', () => sign({}, { alg: 'RS384' }), 'not signed with RS256'],
    [
      'of an elliptic key that is said to be RSA',
      () => sign({}, { alg: 'ES256' }, ec.privateKey),
      'not signed with RS256',
    ],
    ['of an RSA key that is said to be elliptic', () => sign({}, { kid: 'elliptic' }), 'not signed with ES256'],
    [
      'signed with the public key as a secret',
      () => {
        const secret = createSecretKey(rsa.publicKey.export({ type: 'spki', format: 'der' }));
        return sign({}, { alg: 'HS256' }, secret);
      },
      'not signed with RS256',
    ],
    ['for another audience', () => sign({ aud: 'other-api' }), 'its aud is not ces-api'],
    ['that has expired', () => sign({ exp: 1 }), 'expired at 1970-'],
    ['that is not valid yet', () => sign({ nbf: Math.floor(Date.now() / 1_000) + 600 }), 'nbf lies ahead'],
    ['without an end', () => sign({ exp: undefined }), 'lacks claims'],
    ['of an unknown use', () => sign({ token_use: 'robot' }), 'lacks claims'],
    ['of a link to the portal', () => sign({ token_use: 'portal' }), 'lacks claims'],
    ['whose parts are no JSON', () => 'e30x.e30x.e30x', 'its parts are no JSON'],
    ['whose parts are no objects', () => 'bnVsbA.bnVsbA.x', 'its parts are no JSON'],
  ])('refuses a token %s, and says why', async (_, make, words) => {
    const refused = await detailFor(await make(), 'open');
    expect([refused.code, refused.detail]).toEqual(['token-invalid', expect.stringContaining(words)]);
    expect(verified.size).toBe(0);
  });

  it('refuses an unsigned token', async () => {
    const [, payload = ''] = new UnsecuredJWT(claims()).encode().split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'known' })).toString('base64url');
    for (const signature of ['', 'x'])
      expect(await codeFor(`Bearer ${header}.${payload}.${signature}`)).toBe('token-invalid');
  });

  it('takes the type of a token in any case', async () => {
    expect(await codeFor(`Bearer ${await sign({}, { typ: 'AT+JWT' })}`)).toBe('cl_a');
  });
});
