import { callback, Platform } from '../platform/platform.js';
import { connect } from 'node:net';

/** PUBLIC_URL is https, but the gateway receives plain HTTP. */
describe('a platform behind a proxy that ends TLS', () => {
  let platform: Platform;
  const publicUrl = 'https://ces.example';
  const hsts = 'max-age=31536000; includeSubDomains';

  beforeAll(async () => {
    platform = await Platform.start({ PUBLIC_URL: publicUrl });
  });

  afterAll(() => platform.stop());

  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${platform.url}${path}`, { redirect: 'manual', headers });
  const authorize = (platformOf: Platform) =>
    `/oauth2/authorize?${new URLSearchParams({
      client_id: platformOf.credentials.id,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid cards',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()}`;

  it('makes every cookie Secure and HttpOnly, for every protocol that a caller claims', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'http' }, { Forwarded: 'proto=http' }]) {
      const cookies = (await open(authorize(platform), headers)).headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) expect(cookie).toMatch(/; secure(;|$)/i);
      for (const cookie of cookies) expect(cookie).toMatch(/; httponly(;|$)/i);
    }
  });

  it('sends Strict-Transport-Security with every answer', async () => {
    for (const path of [
      '/livez',
      '/api/1/nothing',
      '/api/1/user/details/x',
      '/oauth2/authorize',
      authorize(platform),
      '/.well-known/jwks.json',
      '/docs',
      '/activate',
      '/%zz',
    ]) {
      expect([path, (await open(path)).headers.get('strict-transport-security')]).toEqual([path, hsts]);
    }
  });

  it('sends Strict-Transport-Security with the answer to a request that is not HTTP', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(platform.url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let received = '';
      socket.on('data', (some) => (received += some.toString()));
      socket.once('close', () => {
        resolve(received);
      });
      socket.once('error', reject);
    });
    expect(text).toContain('HTTP/1.1 400 Bad Request');
    expect(text).toContain(`\r\nStrict-Transport-Security: ${hsts}\r\n`);
  });

  it('hands out only https addresses', async () => {
    const document = await (await open('/.well-known/openid-configuration')).text();
    expect(document).not.toContain('http://');
    expect(document).toContain(`"issuer":"${publicUrl}"`);
  });

  it('sends neither without TLS, so that the browser of a developer is not locked to https', async () => {
    const plain = await Platform.start();
    try {
      const answer = await fetch(`${plain.url}${authorize(plain)}`, { redirect: 'manual' });
      expect(answer.headers.get('strict-transport-security')).toBeNull();
      for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/; secure/i);
    } finally {
      await plain.stop();
    }
  });
});
