import { Platform } from '../platform/platform.js';
import { eventually } from '@ces/testing/eventually';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { register } from 'prom-client';

const limit = 3;
const protectedPath = '/api/1/user/details/AAAAAAAAAAAAAAAAAAAAAAAAA';
/** More requests than the bucket holds and regains in the meantime. */
const flood = 60;

async function refused(ask: () => Promise<{ status: number }>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: flood }, ask));
  return answers.filter(({ status }) => status === 429).length;
}

describe('the limit by address', () => {
  let platform: Platform;
  let chains: () => string;

  beforeAll(async () => {
    platform = await Platform.start(
      { RATE_LIMIT_PER_ADDRESS: String(limit), TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' },
      2,
    );
    let next = 0;
    // Each test has its own address of the caller, as proxies name it.
    chains = () => `203.0.113.${(next += 1)}, 10.0.0.1`;
  });

  afterAll(() => platform.stop());

  // Answers of a flood are not compared with docs/openapi.json, because the flood must be quick.
  const get = async (path: string, headers: Record<string, string>, url = platform.url) => {
    const answer = await fetch(`${url}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it.each([
    ['without a token on a route that needs one', protectedPath, {}],
    ['with a malformed token', protectedPath, { Authorization: 'Bearer a.b.c' }],
    ['for a path that does not exist', '/api/1/nothing', {}],
    ['for a page', '/problems/user-not-found', {}],
    ['for the metadata', '/.well-known/openid-configuration', {}],
    ['for a document, with any Authorization', '/asyncapi.json', { Authorization: 'x' }],
    ['for a page, with any Authorization', '/activate', { Authorization: 'x' }],
    ['for a path that does not exist, with any Authorization', '/api/1/nothing', { Authorization: 'Bearer a.b.c' }],
    ['in a malformed locale', '/activate?locale=x', {}],
  ])('counts requests %s', async (_what, path, headers) => {
    const caller = { 'X-Forwarded-For': chains(), ...headers };
    expect(await refused(() => get(path, caller))).toBeGreaterThan(0);
    const last = (await Promise.all(Array.from({ length: flood }, () => get(path, caller)))).find(
      ({ status }) => status === 429,
    );
    expect(last?.headers.get('retry-after')).toBe('1');
    expect(last?.headers.get('ratelimit-policy')).toBe(`"address";q=${limit};w=1`);
    expect(last?.headers.get('ratelimit')).toMatch(/^"address";r=0;t=1$/);
    expect(JSON.parse(last?.text ?? '')).toMatchObject({ status: 429, code: 'rate-limited' });
  });

  it('counts in a bucket of limited size, whose fill the metrics show', async () => {
    await get('/api/1/nothing', { 'X-Forwarded-For': chains() });
    const { nats } = platform.messaging;
    const bucket = `KV_${nats.bucketOf('rate')}`;
    const { config } = await (await nats.manager()).streams.info(bucket);
    expect(config.max_bytes).toBe(32 * 1_024 * 1_024);
    const { values } = (await register.getSingleMetric('ces_stream_fill_ratio')?.get()) ?? { values: [] };
    const fill = values.find(({ labels }) => labels['stream'] === bucket)?.value;
    expect(fill).toBeGreaterThan(0);
    expect(fill).toBeLessThan(0.8);
  });

  it.each([
    ['a preflight', 'OPTIONS', { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' }],
    ['a compressed body', 'POST', { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }],
  ])('counts %s', async (_what, method, more) => {
    const headers = { 'X-Forwarded-For': chains(), ...more };
    const body = method === 'POST' ? { body: '{}' } : {};
    const ask = () => fetch(`${platform.url}/api/1/user/activator/uniquelink`, { method, headers, ...body });
    expect(await refused(ask)).toBeGreaterThan(0);
  });

  it('lets a page of an allowed origin read the refusal', async () => {
    const caller = { 'X-Forwarded-For': chains(), Origin: platform.url };
    const answers = await Promise.all(Array.from({ length: flood }, () => get('/api/1/nothing', caller)));
    const last = answers.find(({ status }) => status === 429);
    expect(last?.headers.get('access-control-allow-origin')).toBe(platform.url);
  });

  it("counts every request to /oauth2/*, even with a client's credentials, and refuses in the form of OAuth", async () => {
    const { id, secret } = platform.credentials;
    const headers = {
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'X-Forwarded-For': chains(),
    };
    const body = () => new URLSearchParams({ grant_type: 'client_credentials' });
    const answers = await Promise.all(
      Array.from({ length: flood }, () =>
        fetch(`${platform.url}/oauth2/token`, { method: 'POST', headers, body: body() }),
      ),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const last = answers.find(({ status }) => status === 429);
    expect(last?.headers.get('retry-after')).toBe('1');
    expect(await last?.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    const ask = () => get('/oauth2/authorize', { ...headers, Accept: 'text/html,*/*;q=0.8' });
    const pages = await Promise.all(Array.from({ length: flood }, ask));
    const page = pages.find(({ status }) => status === 429);
    expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('counts neither requests with a valid token nor health checks', async () => {
    const caller = { 'X-Forwarded-For': chains() };
    const known = { ...caller, Authorization: `Bearer ${platform.api.bearer}` };
    expect(await refused(() => get(protectedPath, known))).toBe(0);
    expect(await refused(() => get('/livez', caller))).toBe(0);
    expect(await refused(() => get('/readyz', caller))).toBe(0);
    const { headers } = await get('/api/1/nothing', caller);
    expect(headers.get('ratelimit')).toBe(`"address";r=${limit - 1};t=1`);
  });

  it('counts the first address from the right that is no proxy, and ignores those before it', async () => {
    const chain = chains();
    let forged = 0;
    const ask = () => get('/api/1/nothing', { 'X-Forwarded-For': `198.51.100.${(forged += 1)}, ${chain}, 127.0.0.9` });
    expect(await refused(ask)).toBeGreaterThan(0);
    expect((await get('/api/1/nothing', { 'X-Forwarded-For': chains() })).status).toBe(404);
  });

  it('counts IPv6 by /64, and all gateways together', async () => {
    let host = 0;
    const second = (await platform.gateways[1]?.getUrl()) ?? '';
    const ask = (url: string) => () =>
      get('/api/1/nothing', { 'X-Forwarded-For': `2001:db8:7:8::${(host += 1)}` }, url);
    await refused(ask(platform.url));
    expect(await refused(ask(second))).toBeGreaterThan(flood - 3 * limit);
    expect((await get('/api/1/nothing', { 'X-Forwarded-For': '2001:db8:7:9::1' })).status).toBe(404);
  });
});

describe('without TRUST_PROXY', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({ RATE_LIMIT_PER_ADDRESS: String(limit) });
  });

  afterAll(() => platform.stop());

  it('X-Forwarded-For is ignored', async () => {
    const { port } = new URL(platform.url);
    let forged = 0;
    const ask = () =>
      new Promise<{ status: number }>((resolve, reject) => {
        const headers = { 'X-Forwarded-For': `203.0.113.${(forged += 1)}` };
        request({ port, host: '127.0.0.1', path: '/api/1/nothing', headers }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0 });
        })
          .once('error', reject)
          .end();
      });
    expect(await refused(ask)).toBeGreaterThan(0);
  });
});

describe.each([
  ['without TRUST_PROXY', {}, 5],
  ['of a trusted proxy', { TRUST_PROXY: '127.0.0.0/8' }, 8],
])('open connections of one address %s, with MAX_CONNECTIONS 5', (_what, settings, served) => {
  let platform: Platform;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    platform = await Platform.start({ MAX_CONNECTIONS: '5', ...settings });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await platform.stop();
  });

  /** A connection that is served stays open. */
  const isServed = (localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(platform.url).port), localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined); // followed by close
      socket.once('data', () => {
        resolve(true);
      });
      socket.once('close', () => {
        resolve(false);
      });
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    });

  it(`are served ${served} times out of eight; another address has its own`, async () => {
    const answers: boolean[] = [];
    for (let n = 0; n < 8; n += 1) answers.push(await isServed('127.0.0.2'));
    expect(answers).toEqual(Array.from({ length: 8 }, (_, n) => n < served));
    expect(await isServed('127.0.0.3')).toBe(true);
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(async () => {
      expect(await isServed('127.0.0.2')).toBe(true);
    });
  });
});
