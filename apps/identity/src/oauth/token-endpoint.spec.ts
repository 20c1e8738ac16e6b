import { createClient } from '@ces/contracts/identity/clients';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { request as httpRequest } from 'node:http';
import { interruptible, type Interruptible } from '../../test/interruptible.js';
import { basic, migrateIdentity, newClient, post, runIdentity, type Running } from '../../test/run-identity.js';

const publicUrl = 'https://ces.example:8443';
const grant = 'grant_type=client_credentials';

describe('the token endpoint', () => {
  let database: PrivateDatabase;
  let way: Interruptible;
  let identity: Running;
  let token: string;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    way = await interruptible(database.url);
    identity = await runIdentity({ DATABASE_URL: way.url, PUBLIC_URL: publicUrl });
    token = `${identity.url}/oauth2/token`;
  });

  afterAll(async () => {
    await identity.close();
    await way.close();
    await database.drop();
  });

  it('answers malformed requests with 4xx and an error of OAuth', async () => {
    const { id, secret } = await newClient(identity, ['events:write']);
    const authorization = basic({ id }, secret);
    const raw = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const sent: [body: string, authorization: string | undefined, status: number, error: string][] = [
      ['', undefined, 400, 'invalid_request'],
      ['', authorization, 400, 'invalid_request'],
      [grant, undefined, 400, 'invalid_request'],
      [grant, 'Basic', 400, 'invalid_request'],
      [grant, 'Basic !!!', 400, 'invalid_request'],
      [grant, raw('no colon'), 400, 'invalid_request'],
      [grant, raw(':'), 400, 'invalid_request'],
      [grant, raw(`${id}:%zz`), 400, 'invalid_request'],
      [grant, raw(`${id}:%00`), 400, 'invalid_request'],
      [grant, raw('\xff\xfe:\xff'), 400, 'invalid_request'],
      [grant, `Bearer ${secret}`, 400, 'invalid_request'],
      [grant, basic({ id }, 'wrong'), 401, 'invalid_client'],
      [grant, basic({ id }, `${secret}x`), 401, 'invalid_client'],
      [grant, basic({ id: 'cl_unknown' }, secret), 401, 'invalid_client'],
      [grant, basic({ id: 'x'.repeat(500) }, secret), 401, 'invalid_client'],
      [`${grant}&${grant}`, authorization, 400, 'invalid_request'],
      [`${grant}&client_id=${id}&client_id=${id}`, undefined, 400, 'invalid_request'],
      [`${grant}&client_secret=${secret}`, authorization, 400, 'invalid_request'],
      [`${grant}&client_id=other`, authorization, 400, 'invalid_request'],
      [`${grant}&client_id=${id}&client_secret=%00`, undefined, 401, 'invalid_client'],
      [`${grant}&client_id=%00&client_secret=x`, undefined, 401, 'invalid_client'],
      [`${grant}&scope=%00`, authorization, 400, 'invalid_scope'],
      [`${grant}&resource=nonsense`, authorization, 400, 'invalid_target'],
      [`${grant}&resource=https://other.example`, authorization, 400, 'invalid_target'],
      ['grant_type=__proto__', authorization, 400, 'unsupported_grant_type'],
      ['grant_type=password&username=a&password=b', authorization, 400, 'unauthorized_client'],
      ['grant_type=authorization_code&code=x', authorization, 400, 'unauthorized_client'],
      ['grant_type=refresh_token&refresh_token=x', authorization, 400, 'unauthorized_client'],
      ['%%%&=&&==;%00', authorization, 400, 'invalid_request'],
      [`${grant}&scope=${'x'.repeat(40_000)}`, authorization, 413, 'invalid_request'],
    ];
    for (const [body, header, status, error] of sent) {
      const answer = await post(token, body, header);
      expect([body.slice(0, 99), header, answer.status, answer.body['error']]).toEqual([
        body.slice(0, 99),
        header,
        status,
        error,
      ]);
    }
  });

  it('reads only forms, and stops reading a body that is too long', async () => {
    const answers = await Promise.all([
      fetch(token, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
      fetch(token, { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' }),
      fetch(token, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new Blob(['x'.repeat(2_000_000)]).stream(),
        duplex: 'half',
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 413]);
    for (const answer of answers) expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    const inPieces = (body: string, path = 'token') =>
      fetch(`${identity.url}/oauth2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([body]).stream(),
        duplex: 'half',
      });
    const statuses = [await inPieces('{}'), await inPieces('{}', 'device'), await inPieces('')].map(
      (each) => each.status,
    );
    expect(statuses).toEqual([415, 415, 400]);
  });

  it('takes an empty body of another type for a request without parameters', async () => {
    for (const path of ['token', 'device']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${identity.url}/oauth2/${path}`, { method: 'POST', headers });
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { error: 'invalid_request' }]);
    }
  });

  it('is advertised with all that works, below PUBLIC_URL and not below the Host of the request', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const document = await getWithHost(`${identity.url}/.well-known/${name}`, 'evil.example');
      expect(document).toMatchObject({
        issuer: publicUrl,
        token_endpoint: `${publicUrl}/oauth2/token`,
        revocation_endpoint: `${publicUrl}/oauth2/revoke`,
        introspection_endpoint: `${publicUrl}/oauth2/introspect`,
        jwks_uri: `${publicUrl}/.well-known/jwks.json`,
        authorization_endpoint: `${publicUrl}/oauth2/authorize`,
        userinfo_endpoint: `${publicUrl}/oauth2/userinfo`,
        end_session_endpoint: `${publicUrl}/oauth2/logout`,
        device_authorization_endpoint: `${publicUrl}/oauth2/device`,
        grant_types_supported: [
          'authorization_code',
          'refresh_token',
          'client_credentials',
          'urn:ietf:params:oauth:grant-type:device_code',
          'password',
          'urn:ietf:params:oauth:grant-type:token-exchange',
        ],
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: expect.arrayContaining(['events:write', 'admin', 'openid', 'cards']),
      });
      expect(JSON.stringify(document)).not.toMatch(/evil|localhost|gopher/);
    }
  });

  it('answers with JSON even when a client accepts HTML', async () => {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(token, { method: 'POST', headers, body: grant });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('belongs to a server whose cookies are HttpOnly, and Secure when PUBLIC_URL is https', async () => {
    const redirect_uris = ['https://shop.example/callback'];
    const wanted = { name: 'Shop', scopes: ['openid' as const], redirect_uris };
    const { id } = await identity.call(createClient, wanted);
    const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`;
    const query = `client_id=${id}&response_type=code&redirect_uri=${redirect_uris[0] ?? ''}&${challenge}`;
    const answer = await fetch(`${identity.url}/oauth2/authorize?${query}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('/oauth2/sign-in/');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(2);
    for (const cookie of cookies) expect(cookie).toMatch(/(?=.*; secure)(?=.*; httponly)(?=.*; samesite=lax)/i);
  });

  it('answers 503 with Retry-After during an outage of the database, and recovers afterwards', async () => {
    const client = await newClient(identity, ['events:write']);
    way.cut();
    const answer = await post(token, grant, basic({ id: 'cl_not_cached' }, 'x'));
    expect([answer.status, answer.headers.get('retry-after'), answer.body['error']]).toEqual([
      503,
      '1',
      'temporarily_unavailable',
    ]);
    const revocation = await post(`${identity.url}/oauth2/revoke`, 'token=x', basic({ id: 'cl_not_cached' }, 'x'));
    expect([revocation.status, revocation.headers.get('retry-after')]).toEqual([503, '1']);
    const creation = identity.call(createClient, { name: 'Refused', scopes: [] });
    await expect(creation).rejects.toMatchObject({ code: 'service-unavailable' });
    way.mend();
    await eventually(async () => {
      expect((await post(token, grant, basic(client, client.secret))).status).toBe(200);
    });
  });
});

/** Uses node:http, because fetch sets Host itself. */
function getWithHost(url: string, host: string): Promise<unknown> {
  const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'gopher' };
  return new Promise((resolve, reject) => {
    httpRequest(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      });
    })
      .on('error', reject)
      .end();
  });
}
