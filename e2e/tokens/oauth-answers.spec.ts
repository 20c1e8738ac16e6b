import { DeclaredAnswers } from '@ces/testing/gateway/declared-answers';
import { decodeJwt } from 'jose';
import { Platform } from '../platform/platform.js';

const form = 'application/x-www-form-urlencoded';
const tokens = ['valid', 'none', 'x'];
const long = [5_000, 9_000].map((length) => `?x[a]=${'x'.repeat(length)}`);
const queries = ['', '?locale=%00', '?locale=xx', '?client_id=cl_test', ...long];

describe('an answer of OAuth', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const bodies = (): [type: string, body: string][] => {
    const { id, secret } = platform.credentials;
    const client = `client_id=${id}&client_secret=${secret}`;
    return [
      ['application/json', '{}'],
      [form, 'grant_type=client_credentials'],
      [form, `grant_type=client_credentials&${client}`],
      [form, `token=x&${client}`],
      [form, `grant_type=client_credentials&token=x&client_id=${id}&client_secret=wrong`],
      ['nonsense', `grant_type=client_credentials&${client}`],
      ['/', ''],
    ];
  };

  const faultOf = async (path: string, query: string, token: string, sent?: [string, string]) => {
    const bearer = token === 'valid' ? platform.api.bearer : token;
    const method = sent ? 'POST' : 'GET';
    const answer = await fetch(`${platform.url}${path}${query}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === 'none' ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(sent ? { 'Content-Type': sent[0] } : {}),
      },
      ...(sent ? { body: sent[1] } : {}),
    });
    const text = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    const body: unknown = headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : undefined;
    return DeclaredAnswers.get().faultOf(method, path, { status: answer.status, headers, body });
  };

  it.each([
    '/oauth2/token',
    '/oauth2/revoke',
    '/oauth2/introspect',
    '/oauth2/device',
    '/oauth2/device/verify',
    '/oauth2/authorize',
    '/oauth2/logout',
    '/oauth2/userinfo',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
  ])('is one that the OpenAPI document declares: %s', async (path) => {
    for (const query of queries) {
      for (const token of tokens) {
        for (const sent of [undefined, ...bodies()])
          expect([path, query, token, sent, await faultOf(path, query, token, sent)]).toEqual([
            path,
            query,
            token,
            sent,
            undefined,
          ]);
      }
    }
  });

  it('of status 415 asks for a form, or for a body without an encoding', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: Buffer.from('token=x') });
      return [path, answer.status, ((await answer.json()) as { error_description: string }).error_description];
    };
    const paths = ['token', 'device', 'revoke', 'introspect', 'userinfo', 'authorize'].map((each) => `/oauth2/${each}`);
    for (const path of paths)
      for (const type of [{}, { 'Content-Type': 'nonsense' }, { 'Content-Type': 'application/json' }])
        expect(await ask(path, type)).toEqual([path, 415, `send a form with Content-Type: ${form}`]);
    const [, status, encoded] = await ask('/oauth2/token', { 'Content-Type': form, 'Content-Encoding': 'gzip' });
    expect([status, encoded]).toEqual([415, 'Send the body without a Content-Encoding.']);
  });

  it('is the same for a plain request of a client, which travels in a call, and for one that is passed on', async () => {
    const { id, secret } = platform.credentials;
    const ask = async (more: string) => {
      const answer = await fetch(`${platform.url}/oauth2/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`, 'Content-Type': form },
        body: `grant_type=client_credentials${more}`,
      });
      const changing = ['date', 'content-length', 'x-request-id'];
      const headers = [...answer.headers].filter(([name]) => !changing.includes(name));
      const { access_token, ...rest } = (await answer.json()) as { access_token: string };
      const { jti = '', iat = 0, exp = 0, ...claims } = decodeJwt(access_token);
      const isCalled = jti.length === 36;
      return { isCalled, answer: { status: answer.status, headers, rest, claims, seconds: exp - iat } };
    };
    const [passedOn, ...called] = await Promise.all(['&audience=x', '', ''].map(ask));
    expect(passedOn?.isCalled).toBe(false);
    for (const each of called) expect(each).toEqual({ isCalled: true, answer: passedOn?.answer });
  });

  it('is compressed for the metadata, and not for pages, which hold secrets beside what a caller sends', async () => {
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'Accept-Encoding': encoding };
      const metadata = await platform.api.get('/.well-known/openid-configuration', { headers });
      expect(metadata.headers.get('content-encoding')).toBe(encoding);
      expect(metadata.headers.get('vary')).toMatch(/^Origin, *accept-encoding$/i);
      expect(metadata.body).toHaveProperty('issuer');
      const page = await fetch(`${platform.url}/oauth2/authorize`, { headers: { ...headers, Accept: 'text/html' } });
      expect((await page.text()).length).toBeGreaterThan(1_024);
      expect(page.headers.get('content-encoding')).toBeNull();
    }
  });
});
