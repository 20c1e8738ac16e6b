import { ApiClient } from '@ces/testing/gateway/api-client';
import { path as segments } from '@ces/testing/gateway/segment-forms';
import { Platform } from '../platform/platform.js';

const page = 'https://app.example';

describe('pages of other origins (CORS)', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ CORS_ORIGINS: `${page}, https://other.example` });
  });

  afterAll(() => platform.stop());

  const preflight = (path: string, origin: string) =>
    new ApiClient(platform.url).send('OPTIONS', path, {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });

  it.each([
    ['/api/1/terminal/webhooks', 'GET, HEAD, POST'],
    ['/api/1/user/details/x', 'GET, HEAD'],
    [`${segments}/x`, 'DELETE, GET, HEAD, POST'],
    ['/oauth2/token', 'POST'],
    ['/oauth2/userinfo', 'GET, HEAD, POST'],
    ['/.well-known/jwks.json', 'GET, HEAD'],
  ])('answers a preflight 204 with the methods of the path: %s', async (path, methods) => {
    for (const origin of [page, platform.url]) {
      const { status, headers, text } = await preflight(path, origin);
      expect([status, text]).toEqual([204, '']);
      expect(headers.get('access-control-allow-methods')).toBe(methods);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      for (const name of ['Idempotency-Key', 'On-Behalf-Of', 'Last-Event-ID'])
        expect(headers.get('access-control-allow-headers')).toContain(name);
    }
  });

  it('answers a preflight with a malformed locale, so that the page can read the refusal of the request', async () => {
    const path = '/api/1/terminal/webhooks?locale=xx';
    expect((await preflight(path, page)).status).toBe(204);
    expect((await new ApiClient(platform.url).send('OPTIONS', path)).status).toBe(204);
    const { status, headers } = await platform.api.get(path, { headers: { Origin: page } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([400, page]);
  });

  it('lets pages of other origins read no answer of any path', async () => {
    for (const origin of ['https://evil.example', 'null', `${page}.evil.example`, page.replace('https', 'http')]) {
      for (const path of ['/api/1/terminal/webhooks', '/oauth2/token', '/.well-known/jwks.json', '/livez']) {
        const answer = await preflight(path, origin);
        expect([path, origin, answer.status]).toEqual([path, origin, 204]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        const got = await platform.api.get(path, { headers: { Origin: origin } });
        expect([path, origin, got.headers.get('access-control-allow-origin')]).toEqual([path, origin, null]);
      }
    }
  });

  it('lets a page of a listed origin read answers and refusals, and get a token', async () => {
    const answer = await platform.api.get('/api/1/user/details/x', { headers: { Origin: page } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe(page);
    for (const name of ['X-Request-Id', 'WWW-Authenticate'])
      expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    expect(answer.headers.get('vary')).toContain('Origin');
    const { id, secret } = platform.credentials;
    const token = await fetch(`${platform.url}/oauth2/token`, {
      method: 'POST',
      headers: { Origin: page },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    });
    expect([token.status, token.headers.get('access-control-allow-origin')]).toEqual([200, page]);
  });

  it('lets such a page read the refusal of a path that cannot be decoded, too', async () => {
    const { status, headers } = await platform.api.get('/api/1/user/details/%FF', { headers: { Origin: page } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([400, page, 'Origin']);
    expect([headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual(['DENY', 'no-referrer']);
  });

  it('answers a preflight for an unknown path 404', async () => {
    expect((await preflight('/api/1/nothing', page)).status).toBe(404);
  });
});
