import { ApiClient } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { path as segments } from '@ces/testing/gateway/segment-forms';
import { identityRoutes, methodsOfIdentity } from '@ces/contracts/identity/tokens/oauth-routes';
import { RawCaller } from '../../apps/gateway/test/raw-request.js';
import { eventually } from '@ces/testing/eventually';
import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';

const securityHeaders =
  /(?=[^]*^x-content-type-options: nosniff\r)(?=[^]*^cache-control: no-store\r)(?=[^]*^content-security-policy: default-src 'none')/im;

describe('methods and paths', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start();
  });

  afterAll(() => platform.stop());

  it.each([
    ['DELETE', '/api/1/user/person/me', 'GET, HEAD, PATCH'],
    ['GET', '/api/1/user/credentials/find', 'POST'],
    ['PATCH', '/api/1/terminal/webhooks', 'GET, HEAD, POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['DELETE', '/openapi.json', 'GET, HEAD'],
    ['GET', '/api/1/admin/campaigns/x:start', 'POST'],
    ['PUT', '/api/1/admin/campaigns/x:start', 'POST'],
    ['DELETE', '/api/1/terminal/webhooks/x:ping', 'POST'],
    ['QUERY', '/api/1/terminal/webhooks', 'GET, HEAD, POST'],
    ['DELETE', `${segments}/list`, 'GET, HEAD'],
    ['POST', `${segments}/list`, 'GET, HEAD'],
    ['DELETE', '/api/1/admin/operators/me', 'GET, HEAD'],
    ['PATCH', '/api/1/admin/operators/me', 'GET, HEAD'],
    ['DELETE', '/api/1/card/add', 'POST'],
    ['POST', '/api/1/admin/clients/by-name/secrets', 'GET, HEAD, PUT'],
  ])('a path that exists under another method is 405 with Allow: %s %s', async (method, path, allow) => {
    const answer = await platform.api.send(method, path);
    expect(answer).toMatchObject({ status: 405, body: { code: 'method-not-allowed', instance: path } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each([
    ['/api/1/user/person/me/', '/api/1/user/person/me'],
    ['/api/2/user/person/me', '/api/1/user/person/me'],
    ['/api/v1/user/person/me', '/api/1/user/person/me'],
  ])('a path that resembles a route is 404, and the detail names the route: %s', async (path, right) => {
    const answer = await platform.api.get(path);
    expect(answer).toMatchObject({ status: 404, body: { code: 'route-not-found', instance: path } });
    expect((answer.body as { detail: string }).detail).toContain(`${right} exists`);
  });

  it.each([
    ['POST', 'campaigns/x:stop', 'There is nothing here; the actions are :clone, :end, :pause, :simulate, :start.'],
    ['PATCH', 'campaigns/x:archive', 'There is nothing here; the actions are :clone, :end, :pause, :simulate, :start.'],
    ['POST', 'campaigns/x:strat', 'There is nothing here; did you mean POST /api/1/admin/campaigns/x:start?'],
  ])('an action that there is not is 404, and the detail names the actions: %s %s', async (method, path, detail) => {
    const answer = await platform.api.send(method, `/api/1/admin/${path}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'route-not-found', detail } });
    expect(answer.headers.get('allow')).toBeNull();
  });

  it('the name of a provider that cannot be one is a fault of the parameter', async () => {
    const path = '/api/1/admin/providers/Bad%20Name';
    const settings = { issuer: 'https://a.example', client_ids: ['a'] };
    const detail = 'must be 1 to 100 of A-Z a-z 0-9 . _ -, and begin with one of A-Z a-z 0-9';
    for (const answer of [
      await platform.api.get(path),
      await platform.api.put(path, settings),
      await platform.api.send('DELETE', path),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'parameter-invalid', errors: [{ pointer: 'name', code: 'matches', detail }] },
      });
  });

  it('a path of another version that matches another route is 405, and the detail names the right route', async () => {
    const answer = await platform.api.get('/api/1/card/user');
    expect(answer).toMatchObject({ status: 405, body: { detail: 'Use DELETE here; GET /api/2/card/user exists.' } });
  });

  it('HEAD answers wherever GET does, with the same headers and no body', async () => {
    const ours = ['/livez', '/openapi.json', '/api/1/terminal/webhooks', '/api/1/admin/clients', '/activate'];
    const ofIdentity = ['/oauth2/authorize', '/oauth2/device/verify', '/oauth2/userinfo', '/.well-known/jwks.json'];
    for (const path of [...ours, ...ofIdentity]) {
      const [get, head] = [await platform.api.get(path), await platform.api.send('HEAD', path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  it.each([
    ['/api/1/terminal/webhooks', 'GET, HEAD, POST, OPTIONS'],
    ['/api/1/user/credentials/find', 'POST, OPTIONS'],
    ['/livez', 'GET, HEAD, OPTIONS'],
    ['/oauth2/token', 'POST, OPTIONS'],
    ['/oauth2/authorize/x', 'GET, HEAD, OPTIONS'],
    ['/.well-known/openid-configuration', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS without Origin is 204 with Allow: %s', async (path, allow) => {
    const answer = await new ApiClient(platform.url).send('OPTIONS', path);
    expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([204, '', allow]);
    for (const nothing of ['/api/1/nothing', '/oauth2/nothing', '/.well-known/nothing'])
      expect([nothing, (await new ApiClient(platform.url).send('OPTIONS', nothing)).status]).toEqual([nothing, 404]);
  });

  it.each(Object.entries(identityRoutes))('identity answers what the gateway passes on: %s', async (route, methods) => {
    const path = route.replace(':uid', 'x');
    const answered = async (method: string) =>
      fetch(`${platform.url}${path}`, { method, redirect: 'manual', headers: { Accept: 'application/json' } });
    for (const method of methods)
      expect([method, [404, 405].includes((await answered(method)).status)]).toEqual([method, false]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !methods.some((m) => m === each))) {
      const { status, headers } = await answered(method);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, methodsOfIdentity(path).join(', ')]);
    }
  });

  it.each([
    ['POST', '/oauth2/token/', 'POST /oauth2/token exists'],
    ['GET', '/OAuth2/UserInfo', 'GET /oauth2/userinfo exists'],
    ['GET', '/.well-known/jwks.json/', 'GET /.well-known/jwks.json exists'],
  ])('a misspelt path of identity is 404, and the answer names the right one: %s %s', async (method, path, words) => {
    const answer = await new ApiClient(platform.url).send(method, path);
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining(words)]);
  });

  it.each([
    ['/API/1/Terminal/Webhooks', 'GET /api/1/terminal/webhooks exists'],
    ['/api/1//terminal/webhooks', 'GET /api/1/terminal/webhooks exists'],
    ['/terminal/webhooks', 'GET /api/1/terminal/webhooks exists'],
    ['/api/1/terminal/webhook', 'did you mean GET /api/1/terminal/webhooks?'],
    ['/api/1/admin/campaign/7', 'did you mean GET /api/1/admin/campaigns/7?'],
  ])('a misspelt path is 404, and the detail names the right one: %s', async (path, words) => {
    const answer = await platform.api.get(path);
    expect(answer).toMatchObject({ status: 404, body: { code: 'route-not-found' } });
    expect((answer.body as { detail: string }).detail).toContain(words);
  });

  it.each([
    '/api/1/user/details/%zz',
    '/api/1/user/details/%ED%A0%80',
    `/api/1/user/details/${'x'.repeat(5_000)}`,
    '/api/1/user/details/%00',
  ])('instance is the path even if a request fails early: %.60s', async (path) => {
    const answer = await platform.api.get(`${path}?locale=nl_NL`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ instance: path });
  });

  it('instance is the path even if a request is not HTTP or has too large headers', async () => {
    for (const [rest, status] of [
      ['Bad Header\r\n\r\n', 400],
      [`X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const caller = new RawCaller(platform.url).write(`GET /api/1/user/person/me?x=1 HTTP/1.1\r\nHost: x\r\n${rest}`);
      await eventually(() => {
        expect([caller.status, caller.closed]).toEqual([status, true]);
      });
      expect(caller.body).toMatchObject({ status, instance: '/api/1/user/person/me' });
      expect(caller.answer).toMatch(securityHeaders);
    }
  });

  it('a request of HTTP/1.1 without Host is 400 with a problem document, and one of HTTP/1.0 is answered', async () => {
    const caller = new RawCaller(platform.url).write('GET /livez HTTP/1.1\r\n\r\n');
    await eventually(() => {
      expect([caller.status, caller.closed]).toEqual([400, true]);
    });
    expect(caller.body).toMatchObject({ code: 'request-malformed', instance: '/livez' });
    expect(caller.answer).toMatch(/^x-request-id: .+\r\n/im);
    expect(caller.answer).toMatch(securityHeaders);
    const older = new RawCaller(platform.url).write('GET /livez HTTP/1.0\r\n\r\n');
    await eventually(() => {
      expect(older.status).toBe(200);
    });
  });

  it('the gateway closes a refused connection that its caller never closes', async () => {
    const { hostname, port } = new URL(platform.url);
    const server = platform.gateways[0]?.getHttpServer() as Server;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nBad Header\r\n\r\n');
    try {
      const [theirs] = await accepted;
      await once(socket, 'end');
      // The caller sends nothing more, not even the end of the connection.
      await eventually(() => {
        expect(theirs.destroyed).toBe(true);
      });
    } finally {
      socket.destroy();
    }
  });

  it('a missing body does not keep the connection of a path that cannot be decoded', async () => {
    const caller = new RawCaller(platform.url).begin({ method: 'POST', path: '/%zz' }, 1_000).write('x');
    await eventually(() => {
      expect([caller.status, caller.closed]).toEqual([400, true]);
    });
    expect(caller.body).toMatchObject({ code: 'request-malformed', instance: '/%zz' });
    expect(caller.body).not.toHaveProperty('errors');
  });

  it.each([
    ['GET', '/api/1/user/details/%zz', 'user_id', 'not-decodable'],
    ['POST', '/api/1/terminal/x/events/%ff', 'event_name', 'not-decodable'],
    ['DELETE', '/api/1/oauth2/provider/%/x?y=%zz', 'provider_name', 'not-decodable'],
    ['GET', '/api/1/admin/campaigns/backtests/%zz', 'id', 'not-decodable'],
    ['PUT', '/api/1/admin/campaigns/%ff%fe', 'id', 'not-decodable'],
    ['POST', `/api/1/admin/campaigns/${'x'.repeat(1_025)}:start`, 'id', 'too-long'],
  ])('a faulty parameter of the path is named: %s %.50s', async (method, path, parameter, code) => {
    const answer = await platform.api.send(method, path);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'parameter-invalid', instance: path.split('?')[0], errors: [{ pointer: parameter, code }] },
    });
  });

  it('another method below /oauth2/ is 405 with Allow, also where the path has a colon', async () => {
    const answer = await platform.api.send('POST', '/oauth2/authorize/a:b');
    expect(answer).toMatchObject({ status: 405, body: { error: 'invalid_request' } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('a path below /oauth2/ that cannot be decoded is refused in the form of RFC 6749', async () => {
    const answer = await platform.api.get('/oauth2/%zz', { headers: { 'X-Request-Id': 'of-the-caller' } });
    expect(answer.headers.get('x-request-id')).toBe('of-the-caller');
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  describe('an empty body of any content type counts as none', () => {
    it.each([
      ['row 5', 'client', '/api/1/oauth2/provider/acme/empty', 200],
      ['row 9', 'client', '/api/1/user/AAAAAAAAAAAAAAAAAAAAAAAAA/delete', 404],
      ['row 25', 'user', '/api/1/user/delete/request', 404],
    ])('%s', async (_row, who, path, status) => {
      const api = who === 'user' ? await platform.asUser('A'.repeat(25), 'account') : platform.api;
      const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'multipart/form-data'];
      for (const type of [...types, 'nonsense', 'a b/c', '/'])
        expect([type, (await api.post(path, '', { 'Content-Type': type })).status]).toEqual([type, status]);
      const filled = await api.post(path, 'x=1', { 'Content-Type': 'application/x-www-form-urlencoded' });
      expect(filled).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
      const malformed = await api.post(path, 'x=1', { 'Content-Type': 'nonsense' });
      expect(malformed).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
      expect(malformed.text).toContain('a body without a valid Content-Type');
    });
  });
});
