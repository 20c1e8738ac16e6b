import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';

const protectedPath = '/api/1/user/details/AAAAAAAAAAAAAAAAAAAAAAAAA';

describe('the gateway', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  describe('on tokens', () => {
    const withToken = (token: string) => platform.api.withToken(token).get(protectedPath);
    const parts = () => platform.api.bearer.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as Record<string, unknown>;
    const header = () => JSON.parse(Buffer.from(parts()[0], 'base64url').toString()) as Record<string, unknown>;
    const signed = async (head: object, body: object) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return new SignJWT(body as Record<string, unknown>)
        .setProtectedHeader({ ...head, alg: 'RS256' })
        .sign(privateKey);
    };

    it('demands one and says how to send it', async () => {
      const answer = await new ApiClient(platform.url).get(protectedPath);
      expect(answer).toMatchObject({ status: 401, body: { code: 'token-missing' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="ces"');
    });

    it('refuses tokens that are forged in the usual ways', async () => {
      const [head, body, signature] = parts();
      const none = `${encode({ ...header(), alg: 'none' })}.${body}.`;
      const hmacHead = encode({ ...header(), alg: 'HS256' });
      const jwks = await (await fetch(`${platform.url}/.well-known/jwks.json`)).text();
      const hmac = `${hmacHead}.${body}.${createHmac('sha256', jwks).update(`${hmacHead}.${body}`).digest('base64url')}`;
      const forged = [
        none,
        hmac,
        `${head}.${encode({ ...claims(), scope: 'admin' })}.${signature}`,
        await signed(header(), claims()),
        await signed({ ...header(), kid: 'unknown' }, claims()),
        'garbage',
        '',
        'a.b.c',
        `${head}.${body}.${signature}x`,
      ];
      for (const token of forged) {
        const answer = await withToken(token);
        expect(answer).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
        expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
      }
    });

    it('refuses a token without the scope of the route with 403', async () => {
      const narrow = await platform.api.as(platform.credentials, 'events:write');
      const answer = await narrow.get(protectedPath);
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope-insufficient' } });
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    });

    it('refuses revoked tokens and those of a deleted client', async () => {
      const made = await platform.api.post('/api/1/admin/clients', { name: 'short-lived', scopes: ['users:read'] });
      const client = made.body as ClientWithSecret;
      const [deleted, revoked] = [await platform.api.as(client), await platform.api.as(client)];
      expect((await revoked.get(protectedPath)).status).toBe(404);
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
      const revocation = await fetch(`${platform.url}/oauth2/revoke`, {
        method: 'POST',
        headers: { Authorization: `Basic ${basic}` },
        body: new URLSearchParams({ token: revoked.bearer }),
      });
      expect(revocation.status).toBe(200);
      await eventually(async () => {
        expect((await revoked.get(protectedPath)).status).toBe(401);
      });
      expect((await deleted.get(protectedPath)).status).toBe(404);
      await platform.api.send('DELETE', `/api/1/admin/clients/${client.id}`);
      await eventually(async () => {
        expect((await deleted.get(protectedPath)).status).toBe(401);
      });
    });

    it('accepts old and new tokens while the signing key is rotated', async () => {
      const before = await platform.api.as(platform.credentials);
      expect((await platform.api.post('/api/1/admin/keys:rotate')).status).toBe(200);
      const kidOf = (token: string) =>
        (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
      await eventually(async () => {
        const after = await platform.api.as(platform.credentials);
        expect(kidOf(after.bearer)).not.toBe(kidOf(before.bearer));
        expect((await after.get(protectedPath)).status).toBe(404);
      });
      expect((await before.get(protectedPath)).status).toBe(404);
    });
  });

  describe('in every answer', () => {
    it("sends a request id, the caller's own if that is valid", async () => {
      const answered = async (id: string) =>
        (await platform.api.get('/livez', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
      for (const own of ['my-id.1', '_', 'x'.repeat(128)]) expect(await answered(own)).toBe(own);
      for (const bad of ['not decent!', '', 'x'.repeat(129), 'a,b', 'a/b', 'a\tb', 'caf\u00e9', '"a"']) {
        expect([bad, await answered(bad)]).toEqual([bad, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      }
    });

    it('refuses with a problem document that has this id and a page at its type', async () => {
      const answer = await platform.api.get(`${protectedPath}?locale=nl_NL`, {
        headers: { 'X-Request-Id': 'find-me' },
      });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toEqual({
        type: `${platform.url}/problems/user-not-found`,
        title: expect.any(String),
        status: 404,
        detail: expect.any(String),
        instance: protectedPath,
        code: 'user-not-found',
        request_id: 'find-me',
      });
      const page = await platform.api.get('/problems/user-not-found');
      expect(page.headers.get('content-type')).toContain('text/html');
      expect((await platform.api.get('/problems/%3Cscript%3E')).text).not.toContain('<script>');
    });

    it('names the language', async () => {
      const language = async (path: string, accept?: string) =>
        (
          await platform.api.get(path, accept === undefined ? {} : { headers: { 'Accept-Language': accept } })
        ).headers.get('content-language');
      expect(await language('/livez?locale=de_DE', 'nl')).toBe('de-DE');
      expect(await language('/livez', 'fr, nl;q=0.8, de;q=0.9')).toBe('de-DE');
      expect(await language('/livez?locale=xx_XX')).toBe('en-GB');
      expect(await platform.api.get('/livez?locale=english')).toMatchObject({
        status: 400,
        body: { code: 'parameter-invalid' },
      });
    });

    it('sends the usual security headers and not the name of the framework', async () => {
      const { headers } = await platform.api.get('/livez');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
    });

    it('compresses more than a kilobyte for callers that accept it', async () => {
      const answer = await platform.api.get('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.body).toMatchObject({ openapi: '3.1.0' });
    });

    it('sends a problem document even before a route sees the request', async () => {
      for (const answer of [
        await platform.api.get('/%zz'),
        await platform.api.get('/livez', { headers: { 'X-Long': 'x'.repeat(20_000) } }),
      ]) {
        expect([400, 431]).toContain(answer.status);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
        expect(answer.body).toMatchObject({ request_id: answer.headers.get('x-request-id') });
      }
    });

    it('sends 404 for an unknown path, whatever the method', async () => {
      for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
        expect(await platform.api.send(method, '/api/1/nothing')).toMatchObject({
          status: 404,
          body: { code: 'route-not-found' },
        });
      }
    });
  });

  describe('in administration', () => {
    it('refuses unknown fields and names all faults', async () => {
      const answer = await platform.api.post('/api/1/admin/clients', { name: '', scopes: ['fly'], colour: 'red' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
      const pointers = (answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer);
      expect(new Set(pointers)).toEqual(new Set(['#/name', '#/scopes/0', '#/colour']));
    });

    it('accepts both secrets of a client during a rotation', async () => {
      const client = (await platform.api.post('/api/1/admin/clients', { name: 'rotating', scopes: ['users:read'] }))
        .body as ClientWithSecret;
      const path = `/api/1/admin/clients/${client.id}`;
      const second = (await platform.api.post(`${path}/secrets`)).body as { secret: string };
      await expect(platform.api.as(client)).resolves.toBeDefined();
      await expect(platform.api.as({ id: client.id, secret: second.secret })).resolves.toBeDefined();
      expect((await platform.api.post(`${path}/secrets:promote`)).status).toBe(200);
      // It must not seem to have revoked the tokens.
      const misspelt = await platform.api.send('DELETE', `${path}/secrets/previous?revoke_token=true`);
      expect(misspelt).toMatchObject({ status: 400, body: { errors: [{ pointer: 'revoke_token' }] } });
      expect((await platform.api.send('DELETE', `${path}/secrets/previous`)).status).toBe(200);
      await eventually(async () => {
        await expect(platform.api.as(client)).rejects.toThrow();
      });
      await expect(platform.api.as({ id: client.id, secret: second.secret })).resolves.toBeDefined();
      expect((await platform.api.get(path)).text).not.toContain(second.secret);
    });

    it('deletes no provider that has connections', async () => {
      await platform.api.put('/api/1/admin/providers/loginco', {
        issuer: 'https://loginco.example',
        client_ids: ['a'],
      });
      await platform.api.post('/api/1/oauth2/provider/loginco/someone');
      expect(await platform.api.send('DELETE', '/api/1/admin/providers/loginco')).toMatchObject({
        status: 409,
        body: { code: 'provider-in-use' },
      });
      await platform.api.put('/api/1/admin/providers/unused', { issuer: 'https://unused.example', client_ids: ['a'] });
      expect(await platform.api.send('DELETE', '/api/1/admin/providers/unused')).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
    });
  });
});

describe('a client with a limit of its own', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  it('is held to it soon, where there is no limit for all clients', async () => {
    const request = { name: 'Limited', scopes: ['users:read'], rate_limit: 5 };
    const made = await platform.api.post('/api/1/admin/clients', request);
    expect(made).toMatchObject({ status: 201, body: { rate_limit: 5 } });
    const limited = await platform.api.as(made.body as { id: string; secret: string });
    const policy = ({ headers }: ApiAnswer) => headers.get('ratelimit-policy');
    await eventually(async () => {
      expect(policy(await limited.get(protectedPath))).toBe('"client";q=5;w=1');
    });
    const flood = await Promise.all(Array.from({ length: 60 }, () => limited.get(protectedPath)));
    expect(flood.map(({ status }) => status)).toContain(429);
    expect(policy(await platform.api.get(protectedPath))).toBeNull();
    for (const rate_limit of [0, 1.5, 1_000_001])
      expect(await platform.api.post('/api/1/admin/clients', { ...request, rate_limit })).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: [{ pointer: '#/rate_limit' }] },
      });
  });
});

describe('two gateways', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ RATE_LIMIT: '40' }, 2);
  });

  afterAll(() => platform.stop());

  it('count the requests of a client together', async () => {
    const urls = await Promise.all(platform.gateways.map((gateway) => gateway.getUrl()));
    const begun = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        new ApiClient(urls[i % 2] ?? '').withToken(platform.api.bearer).get(protectedPath),
      ),
    );
    const allowed = answers.filter((each) => each.status === 404).length;
    const seconds = (Date.now() - begun) / 1_000;
    expect(allowed).toBeGreaterThanOrEqual(39);
    // While it cannot reach the shared bucket, a gateway grants tokens by itself.
    expect(allowed).toBeLessThanOrEqual(44 + Math.ceil(seconds * 40));
    const refused = answers.find((each) => each.status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"client";q=40;w=1');
  });

  it('also count requests whose token lacks the scope', async () => {
    const narrow = await platform.api.as(platform.credentials, 'events:write');
    const answers = await Promise.all(Array.from({ length: 200 }, () => narrow.get(protectedPath)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([403, 429]));
  });
});
