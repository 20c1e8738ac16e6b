import type { AccessToken } from '@ces/auth/access-token';
import { OperatorCaller } from '@ces/auth/operator-caller';
import { Revoked } from '@ces/auth/revoked';
import { Problem } from '@ces/contracts/problems';
import { eventually } from '@ces/testing/eventually';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createConnection, type AddressInfo } from 'node:net';
import { EventStreams } from './event-streams.service.js';
import type { ReadPage, StreamPage } from './read-pages.js';

const large = { text: 'x'.repeat(100_000) };

describe('the streams of a gateway', () => {
  let streams: EventStreams;
  let server: FastifyInstance;
  let url: string;
  let readFirst: () => Promise<StreamPage>;
  let read: ReadPage;
  let seconds = 900;
  let caller: (token: AccessToken) => AccessToken;

  beforeEach(async () => {
    seconds = 900;
    caller = (token) => token;
    readFirst = () => Promise.resolve({ position: '1', frames: [] });
    read = () => new Promise(() => undefined);
    streams = new EventStreams(new Revoked());
    server = fastify({ forceCloseConnections: true });
    server.get('/stream', (request: FastifyRequest & { user?: AccessToken }, reply) => {
      const exp = Date.now() / 1_000 + seconds;
      request.user = caller({
        client_id: 'c',
        exp,
        iat: 0,
        ver: 1,
        jti: 'j',
        sub: 'c',
        scope: '',
        iss: '',
        token_use: 'client',
      });
      request.call = { requestId: 'r' };
      return streams.open(request, reply, readFirst, (position) => read(position));
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });

  afterEach(async () => {
    await streams.beforeApplicationShutdown();
    await server.close();
  });

  it('end cleanly when the gateway ends, and no new one begins', async () => {
    const answer = await fetch(`${url}/stream`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await streams.beforeApplicationShutdown();
    expect(await answer.text()).toBe('retry: 1000\n\nid: 1\n\nretry: 1000\n\n');
    expect((await fetch(`${url}/stream`)).status).toBe(503);
  });

  it('count those of an operator, who acts for no client', async () => {
    caller = (token) => new OperatorCaller({ ...token, sub: 'op_1', token_use: 'operator' }, undefined);
    expect((await fetch(`${url}/stream`)).status).toBe(200);
  });

  it('end with their token', async () => {
    seconds = 0.2;
    expect(await (await fetch(`${url}/stream`)).text()).toBe('retry: 1000\n\nid: 1\n\nretry: 1000\n\n');
  });

  it('answer HEAD with the headers alone', async () => {
    const answer = await fetch(`${url}/stream`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await streams.beforeApplicationShutdown();
  });

  it('are refused to a client that has twenty, also while their first pages are read, until one of them is closed', async () => {
    const { promise, resolve } = Promise.withResolvers<StreamPage>();
    readFirst = () => promise;
    const readers = Array.from({ length: 21 }, () => new AbortController());
    const answers = readers.map(async (reader) => ({ reader, answer: await fetch(`${url}/stream`, reader) }));
    expect((await Promise.race(answers)).answer.status).toBe(429);
    resolve({ position: '1', frames: [] });
    const open = (await Promise.all(answers)).filter(({ answer }) => answer.status === 200);
    expect(open).toHaveLength(20);
    open[0]?.reader.abort();
    await eventually(async () => {
      const reader = new AbortController();
      expect((await fetch(`${url}/stream`, { signal: reader.signal })).status).toBe(200);
      reader.abort();
    });
  });

  it('make room again when their first page is refused, or their reader has gone before it', async () => {
    readFirst = () => Promise.reject(new Problem('listener-not-found', 'gone'));
    for (let times = 0; times < 20; times += 1) expect((await fetch(`${url}/stream`)).status).toBe(404);
    const { promise, resolve } = Promise.withResolvers<StreamPage>();
    readFirst = () => promise;
    const readers = Array.from({ length: 20 }, () => new AbortController());
    const gone = readers.map((reader) => fetch(`${url}/stream`, reader));
    await eventually(async () => {
      expect((await fetch(`${url}/stream`, { signal: AbortSignal.timeout(200) })).status).toBe(429);
    });
    for (const reader of readers) reader.abort();
    await Promise.allSettled(gone);
    resolve({ position: '1', frames: [] });
    await eventually(async () => {
      expect((await fetch(`${url}/stream`)).status).toBe(200);
    });
  });

  it('read no further for a reader that takes nothing, and cut it off when the gateway ends', async () => {
    let pages = 0;
    read = (position) => {
      pages += 1;
      return Promise.resolve({ position, frames: [{ event: 'large', data: large }] });
    };
    const { port } = server.server.address() as AddressInfo;
    const socket = createConnection(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    let before = -1;
    // The buffers of the kernel take some megabytes.
    await eventually(() => {
      const grown = pages !== before;
      before = pages;
      if (grown || pages === 0) throw new Error('it still reads');
    }, 20_000);
    expect(pages).toBeLessThan(200);
    await streams.beforeApplicationShutdown();
    socket.destroy();
  });
});
