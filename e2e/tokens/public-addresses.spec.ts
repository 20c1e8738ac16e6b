import { callback, Platform } from '../platform/platform.js';
import { connect } from 'node:net';

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

describe('addresses in answers', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start();
  });

  afterAll(() => platform.stop());

  /** Sends the lines as they are; HTTP clients would correct them. */
  const send = (to: string, ...lines: string[]): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(to);
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.setEncoding('utf8');
      socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')));
      socket.on('data', (some) => (text += String(some)));
      socket.once('error', reject);
      socket.once('close', () => {
        const [head = '', body = ''] = text.split('\r\n\r\n', 2);
        resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, body });
      });
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    });

  const foreign = [
    ['an absolute address in the request line', (path: string) => [`GET http://evil.example${path} HTTP/1.1`]],
    [
      'an absolute address with a user and a port',
      (path: string) => [`GET HTTPS://a:b@evil.example:1${path} HTTP/1.1`],
    ],
    ['only a path', (path: string) => [`GET ${path} HTTP/1.1`]],
  ] as const;
  const headers = [
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=evil.example;proto=https',
  ];

  it.each(foreign)('begin with PUBLIC_URL when a request has %s and a foreign Host', async (_what, lines) => {
    const identity = await platform.services.identity.getUrl();
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
      const own = await (await fetch(`${platform.url}${path}`)).json();
      for (const to of [platform.url, identity]) {
        const answer = await send(to, ...lines(path), ...headers);
        expect([to, answer.status, JSON.parse(answer.body)]).toEqual([to, 200, own]);
        expect(answer.head).not.toContain('evil');
      }
    }
  });

  it.each(foreign)('name no foreign host in a redirect, a page or a problem after %s', async (_what, lines) => {
    const asked = new URLSearchParams({
      client_id: platform.credentials.id,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid cards',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const onwards = await send(platform.url, ...lines(`/oauth2/authorize?${asked.toString()}`), ...headers);
    expect([onwards.status, onwards.head.includes('evil')]).toEqual([303, false]);
    expect(/^location: (.*)$/im.exec(onwards.head)?.[1]).toMatch(new RegExp(`^(${platform.url})?/oauth2/sign-in/`));
    const question = await send(platform.url, ...lines('/oauth2/logout'), ...headers);
    expect([question.status, /action="([^"]*)"/.exec(question.body)?.[1]]).toEqual([
      200,
      `${platform.url}/oauth2/logout/confirm`,
    ]);
    const nothing = await send(platform.url, ...lines('/api/1/nothing?a=b'), ...headers);
    expect([nothing.status, JSON.parse(nothing.body)]).toEqual([
      404,
      expect.objectContaining({ instance: '/api/1/nothing', type: `${platform.url}/problems/route-not-found` }),
    ]);
  });
});
