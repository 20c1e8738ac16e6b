import { everyScope } from '@ces/contracts/identity/tokens/scopes';
import { type ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { type ProviderSettings } from '@ces/contracts/identity/providers';
import type { Connection } from '@ces/contracts/identity/users';
import { Chores } from '@ces/service/chores/chores';
import { Platform } from '../platform/platform.js';
import { oauthForm } from '@ces/testing/gateway/user-tokens';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { DataSource } from 'typeorm';

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const tokenType = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

/** A foreign login provider. It records the requests that it gets. */
class LoginProvider {
  readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  asked: string[] = [];
  away = false;
  document: object = {};
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    const path = request.url?.split('?', 1)[0];
    const jwk = { ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256', use: 'sig' };
    if (this.away) response.writeHead(503).end();
    else if (path === '/moved') response.writeHead(302, { location: '/jwks' }).end();
    else if (path === '/long') response.end('x'.repeat(1_000_000));
    else response.end(JSON.stringify(path === '/jwks' ? { keys: [jwk] } : this.document));
  });

  async start(host: string): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, host, resolve));
    const { port } = this.server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('token exchange', () => {
  let platform: Platform;
  const theirs = new LoginProvider();
  const canary = new LoginProvider();
  let issuer: string;
  let canaryUrl: string;
  let user_id: string;
  let other: NestFastifyApplication;

  beforeAll(async () => {
    platform = await Platform.start({ PROVIDER_ALLOW_CIDRS: '127.0.0.1' });
    issuer = await theirs.start('127.0.0.1');
    canaryUrl = await canary.start('::1');
    await putProvider('theirs', { issuer, client_ids: ['shop', 'app'], jwks_uri: `${issuer}/jwks` });
    user_id = await connect('alice');
    other = await platform.replica('identity');
  });

  afterAll(async () => {
    await other.close();
    await platform.stop();
    await theirs.stop();
    await canary.stop();
  });

  const putProvider = (name: string, settings: ProviderSettings) =>
    platform.api.put(`/api/1/admin/providers/${name}`, settings);
  const connect = async (owner: string, provider = 'theirs') =>
    ((await platform.api.post(`/api/1/oauth2/provider/${provider}/${owner}`)).body as Connection).user_id;
  const claims = (more: JWTPayload = {}): JWTPayload => {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: issuer, aud: 'shop', sub: 'alice', iat: now, exp: now + 300, jti: randomUUID(), ...more };
  };
  const signed = (
    payload: JWTPayload,
    key: KeyObject | Uint8Array = theirs.keys.privateKey,
    header: { alg?: string; typ?: string; kid?: string } = {},
  ) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'theirs', ...header }).sign(key);
  const identityDb = () => platform.services.identity.get(DataSource);
  const remembered = () => identityDb().query<object[]>(`SELECT * FROM oauth_payload WHERE kind = 'SubjectToken'`);
  const swap = (subject_token: string, more: Record<string, string> = {}, client = platform.credentials) =>
    oauthForm(
      platform,
      { grant_type: exchange, subject_token, subject_token_type: tokenType('id_token'), ...more },
      client,
    );

  it('issues tokens of the connected user for an id_token of a configured provider', async () => {
    const tokens = await swap(await signed(claims({ aud: ['shop', 'app'] })), { scope: 'cards offline_access' });
    expect(tokens).toMatchObject({
      status: 200,
      issued_token_type: tokenType('access_token'),
      token_type: 'Bearer',
      scope: 'cards offline_access',
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: user_id, token_use: 'user' });
    const renewed = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await oauthForm(platform, renewed)).toMatchObject({ status: 200, scope: 'cards offline_access' });
  });

  it('accepts further audiences when the authorized party is ours, and chooses the provider by the party', async () => {
    expect((await swap(await signed(claims({ aud: ['other', 'app'], azp: 'app' })))).status).toBe(200);
    const shared = `${issuer}/shared`;
    await putProvider('a-web', { issuer: shared, client_ids: ['web'], jwks_uri: `${issuer}/jwks` });
    await putProvider('b-phone', { issuer: shared, client_ids: ['phone', 'web'], jwks_uri: `${issuer}/jwks` });
    const carla = await connect('carla', 'b-phone');
    const tokens = await swap(await signed(claims({ iss: shared, sub: 'carla', aud: 'web', azp: 'phone' })));
    expect(decodeJwt(tokens.access_token).sub).toBe(carla);
    const both = await swap(await signed(claims({ iss: shared, sub: 'carla', aud: ['web', 'phone'] })));
    expect(decodeJwt(both.access_token).sub).toBe(carla);
  });

  it('reads the keys of a provider once for many tokens', async () => {
    theirs.asked = [];
    await putProvider('counted', {
      issuer: `${issuer}/counted`,
      client_ids: ['x'],
      jwks_uri: `${issuer}/jwks?counted`,
    });
    const tokens = Array.from({ length: 10 }, () => signed(claims({ iss: `${issuer}/counted`, aud: 'x' })));
    await Promise.all(tokens.map(async (token) => swap(await token)));
    expect(theirs.asked).toEqual(['/jwks?counted']);
  });

  it('finds the keys through the metadata of the issuer when no address of keys is configured', async () => {
    const found = `${issuer}/found`;
    theirs.document = { issuer: found, jwks_uri: `${issuer}/jwks` };
    await putProvider('found', { issuer: found, client_ids: ['shop'] });
    const bob = await connect('bob', 'found');
    const tokens = await swap(await signed(claims({ iss: found, sub: 'bob' })));
    expect(decodeJwt(tokens.access_token).sub).toBe(bob);
    const lying = `${issuer}/lying`;
    await putProvider('lying', { issuer: lying, client_ids: ['shop'] });
    await connect('alice', 'lying');
    expect((await swap(await signed(claims({ iss: lying })))).status).toBe(503);
  });

  it('refuses id_tokens that are forged, foreign, expired, of the future or incomplete', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = createPublicKey(theirs.keys.privateKey).export({ type: 'spki', format: 'pem' });
    const good = await signed(claims());
    const [head = '', , signature = ''] = good.split('.');
    const otherBody = Buffer.from(JSON.stringify(claims({ sub: 'bob' }))).toString('base64url');
    const tokens: [string, string | Promise<string>][] = [
      ['a foreign key', signed(claims(), foreign)],
      ['an unknown kid', signed(claims(), foreign, { kid: 'other' })],
      ['alg none', new UnsecuredJWT(claims()).encode()],
      ['HS256 with the public key', signed(claims(), Buffer.from(pem), { alg: 'HS256' })],
      ['another body under the signature', `${head}.${otherBody}.${signature}`],
      ['a foreign issuer', signed(claims({ iss: 'https://evil.example' }))],
      ['no issuer', signed({ ...claims(), iss: undefined } as unknown as JWTPayload)],
      ['another audience', signed(claims({ aud: 'evil' }))],
      ['no audience', signed({ ...claims(), aud: undefined } as unknown as JWTPayload)],
      ['another audience beside ours', signed(claims({ aud: ['shop', 'evil'] }))],
      ['another audience beside ours, for another party', signed(claims({ aud: ['shop', 'evil'], azp: 'evil' }))],
      ['our party, but no audience of ours', signed(claims({ aud: ['evil'], azp: 'shop' }))],
      ['another authorized party', signed(claims({ azp: 'evil' }))],
      ['expired', signed(claims({ iat: now - 700, exp: now - 100 }))],
      ['no exp', signed({ ...claims(), exp: undefined } as unknown as JWTPayload)],
      ['no iat', signed({ ...claims(), iat: undefined } as unknown as JWTPayload)],
      ['older than 10 minutes, though it has not expired', signed(claims({ iat: now - 601, exp: now + 300 }))],
      ['ten years old, though it has not expired', signed(claims({ iat: now - 315_360_000, exp: now + 300 }))],
      ['an iat that is no number', signed({ ...claims(), iat: 'now' } as unknown as JWTPayload)],
      ['an exp that is no number', signed({ ...claims(), exp: 'then' } as unknown as JWTPayload)],
      ['a logout token', signed(claims({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }))],
      ['a logout token by its type', signed(claims(), undefined, { typ: 'logout+jwt' })],
      ['a type that is no text', signed(claims(), undefined, { typ: 7 as unknown as string })],
      ['of the future', signed(claims({ iat: now + 3_600, exp: now + 7_200 }))],
      ['not yet valid', signed(claims({ nbf: now + 3_600 }))],
      ['no subject', signed({ ...claims(), sub: undefined } as unknown as JWTPayload)],
      ['a subject that is a number', signed({ ...claims(), sub: 7 } as unknown as JWTPayload)],
      ['a subject that is an object', signed({ ...claims(), sub: {} } as unknown as JWTPayload)],
      ['half of a surrogate pair in the subject', signed(claims({ sub: '\ud800' }))],
      ['an odd subject', signed(claims({ sub: 'a\0b' }))],
      ['an access token of theirs', signed(claims(), undefined, { typ: 'at+jwt' })],
      ['an unknown connection', signed(claims({ sub: 'nobody' }))],
      ['our own access token', platform.api.bearer],
      ['no JWT', 'x.y.z'],
      ['an odd issuer', signed(claims({ iss: 'a\0b' }))],
    ];
    for (const [what, token] of tokens) {
      const answer = await swap(await token);
      expect([what, answer.status, answer.error]).toEqual([what, 400, 'invalid_request']);
    }
    expect((await swap(good)).status).toBe(200);
  });

  it('accepts an id_token that is up to 10 minutes old once, across replicas and for simultaneous requests', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const token = await signed(claims({ iat: now - 590 }));
    const basic = Buffer.from(`${platform.credentials.id}:${platform.credentials.secret}`).toString('base64');
    const swapAtOther = async (subject_token: string) =>
      (
        await fetch(`${await other.getUrl()}/oauth2/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${basic}` },
          body: new URLSearchParams({
            grant_type: exchange,
            subject_token,
            subject_token_type: tokenType('id_token'),
          }),
        })
      ).status;
    const answers = await Promise.all([swap(token), swapAtOther(token), swap(token), swapAtOther(token)]);
    const statuses = answers.map((answer) => (typeof answer === 'number' ? answer : answer.status));
    expect(statuses.sort()).toEqual([200, 400, 400, 400]);
    // The same signature can be written in several ways, so the service must remember something else.
    expect(await swap(`${token}==`)).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await swapAtOther(token)).toBe(400);
    expect(JSON.stringify(await remembered())).not.toContain(token.split('.')[1]);
    await identityDb().query(`UPDATE oauth_payload SET expires_at = now() WHERE kind = 'SubjectToken'`);
    await platform.services.identity.get(Chores).runNow('purge-grants');
    expect(await remembered()).toEqual([]);
  });

  it('does not use up an id_token when it issues no tokens', async () => {
    const token = await signed(claims());
    expect(await swap(token, { scope: 'admin' })).toMatchObject({ status: 400, error: 'invalid_scope' });
    await identityDb().query(`
      CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '57P01'; END $$;
      CREATE TRIGGER away BEFORE INSERT ON oauth_payload FOR EACH ROW WHEN (NEW.kind = 'Grant') EXECUTE FUNCTION away()`);
    expect((await swap(token)).status).toBe(503);
    await identityDb().query('DROP FUNCTION away CASCADE');
    expect((await swap(token)).status).toBe(200);
    expect((await swap(token)).status).toBe(400);
  });

  it('refuses unsupported parameters and clients', async () => {
    const token = await signed(claims());
    const requests: [Record<string, string>, string][] = [
      [{ subject_token_type: tokenType('access_token') }, 'invalid_request'],
      [{ subject_token: '' }, 'invalid_request'],
      [{ requested_token_type: tokenType('refresh_token') }, 'invalid_request'],
      [{ actor_token: token, actor_token_type: tokenType('id_token') }, 'invalid_request'],
      [{ audience: 'https://other.example' }, 'invalid_target'],
      [{ resource: 'https://other.example' }, 'invalid_target'],
      [{ scope: 'admin' }, 'invalid_scope'],
    ];
    for (const [more, error] of requests) {
      expect([more, await swap(token, more)]).toMatchObject([more, { status: 400, error }]);
    }
    for (const wanted of [
      { name: 'No users', scopes: everyScope.slice(0, 9), first_party: true },
      { name: 'Of others', scopes: everyScope, first_party: false },
    ]) {
      const client = (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
      expect(await swap(token, {}, client)).toMatchObject({ status: 400, error: 'unauthorized_client' });
    }
  });

  it('refuses users whose accounts are closed or deactivated', async () => {
    const ends = ['closed', 'deactivated'] as const;
    for (const end of ends) {
      const id = await connect(end);
      expect((await swap(await signed(claims({ sub: end })))).status).toBe(200);
      await platform.api.post(end === 'closed' ? `/api/1/user/${id}/delete` : `/api/1/admin/users/${id}:deactivate`);
      expect(await swap(await signed(claims({ sub: end })))).toMatchObject({ status: 400, error: 'invalid_request' });
    }
  });

  it('connects to no forbidden address for keys or metadata, in any spelling and by any way', async () => {
    const port = new URL(canaryUrl).port;
    const inside = [canaryUrl, `http://[::ffff:7f00:2]:${port}`, `http://[0:0:0:0:0:0:0:1]:${port}`, 'http://10.0.0.1'];
    for (const [index, address] of inside.entries()) {
      const iss = `https://forbidden${index}.example`;
      await putProvider(`forbidden${index}`, { issuer: iss, client_ids: ['shop'], jwks_uri: `${address}/jwks` });
      await putProvider(`direct${index}`, { issuer: address, client_ids: ['shop'] });
      for (const named of [iss, address]) {
        const answer = await swap(await signed(claims({ iss: named })));
        expect([named, answer.status, answer.error]).toEqual([named, 400, 'invalid_request']);
      }
    }
    const led = `${issuer}/led`;
    theirs.document = { issuer: led, jwks_uri: `${canaryUrl}/jwks` };
    await putProvider('led', { issuer: led, client_ids: ['shop'] });
    expect((await swap(await signed(claims({ iss: led })))).status).toBe(400);
    expect(canary.asked).toEqual([]);
  });

  it('answers 503 while the keys of a provider cannot be read, follows no redirect and reads no endless answer', async () => {
    for (const path of ['moved', 'long', 'jwks?away']) {
      theirs.away = path === 'jwks?away';
      const iss = `https://${path.slice(0, 4)}.example`;
      await putProvider(path.slice(0, 4), { issuer: iss, client_ids: ['shop'], jwks_uri: `${issuer}/${path}` });
      const answer = await swap(await signed(claims({ iss })));
      theirs.away = false;
      expect([path, answer.status, answer.error]).toEqual([path, 503, 'temporarily_unavailable']);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
  });
});
