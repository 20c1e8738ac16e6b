import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { path as segments } from '@ces/testing/gateway/segment-forms';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { RawCaller, type RawRequest } from '../../apps/gateway/test/raw-request.js';

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
const user = 'A'.repeat(25);
const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const textPart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const upload = `${textPart('title', 'Slow')}${textPart('identifier', 'acme')}${filePart}`;

/** One route for each way in which the gateway reads a body. */
const readers: [what: string, request: RawRequest, body: string][] = [
  [
    'a JSON route',
    { method: 'POST', path: '/api/1/user/credentials/find', headers: json },
    '{"username":"a@b.example"}',
  ],
  [
    'a route that takes no body (row 5)',
    { method: 'POST', path: '/api/1/oauth2/provider/acme/x', headers: json },
    '{"a":1}',
  ],
  ['an event definition (row 1)', { method: 'PUT', path: '/api/1/terminal/events/slow', headers: json }, '{"a":1}'],
  ['an event (row 2)', { method: 'POST', path: `/api/1/terminal/${user}/events/slow`, headers: json }, '{"a":1}'],
  ['a batch of events', { method: 'POST', path: '/api/1/terminal/events:batch', headers: json }, '[{"a":1}]'],
  ['a GET with a body (row 16)', { method: 'GET', path: '/api/1/user/optins', headers: json }, '{"auth_nonce":"x"}'],
  ['an upload of a segment (row 28)', { method: 'POST', path: segments, headers: form }, `${upload}abc\r\n--b--\r\n`],
  ['an upload of cards', { method: 'POST', path: '/api/1/admin/cards', headers: form }, `${filePart}abc\r\n--b--\r\n`],
  ['a DELETE with a body', { method: 'DELETE', path: '/api/1/terminal/webhooks/x', headers: json }, '{"a":1}'],
  ['a path that does not exist', { method: 'POST', path: '/api/1/nothing', headers: json }, '{"a":1}'],
  [
    'a form of OAuth',
    { method: 'POST', path: '/oauth2/token', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    'grant_type=client_credentials',
  ],
];

describe('a body', () => {
  let platform: Platform;
  const callers: RawCaller[] = [];

  beforeAll(async () => {
    platform = await Platform.start({ BODY_SECONDS: '1', UPLOAD_SECONDS: '4' }, 1, 'cards', 'segments');
  }, 90_000);

  afterEach(() => {
    for (const caller of callers.splice(0)) caller.end();
  });
  afterAll(() => platform.stop());

  const begin = (request: RawRequest, length: number): RawCaller => {
    const caller = new RawCaller(platform.url).begin({ token: platform.api.bearer, ...request }, length);
    callers.push(caller);
    return caller;
  };
  const answered = (caller: RawCaller) =>
    eventually(() => {
      if (caller.status === 0) throw new Error('no answer yet');
      return caller;
    });

  describe.each(readers)('for %s', (_what, request, body) => {
    it.each([
      ['gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['br', brotliCompressSync(body)],
      ['zstd', Buffer.from(body)],
      ['GZIP', Buffer.from(body)],
      ['gzip, identity', Buffer.from(body)],
      ['aes128gcm', Buffer.from(body)],
    ])('is 415 with a Content-Encoding other than identity: %s', async (encoding, bytes) => {
      const headers = { ...request.headers, 'Content-Encoding': encoding };
      const caller = begin({ ...request, headers }, bytes.length).write(bytes);
      expect((await answered(caller)).status).toBe(415);
      expect(caller.answer).toContain('Send the body without a Content-Encoding.');
      const unsent = begin({ ...request, headers }, 1_000);
      expect((await answered(unsent)).status).toBe(415);
    });

    it('is read with Content-Encoding: identity', async () => {
      const headers = { ...request.headers, 'Content-Encoding': 'identity' };
      const caller = begin({ ...request, headers }, body.length).write(body);
      expect([408, 415]).not.toContain((await answered(caller)).status);
    });

    it('is 408 when it is not complete in time, and its late rest has no effect', async () => {
      const caller = begin(request, body.length).write(body.slice(0, 5));
      expect((await answered(caller)).status).toBe(408);
      caller.write(body.slice(5));
      await eventually(() => {
        expect(caller.closed).toBe(true);
      });
      expect(caller.answer.match(/HTTP\/1.1 \d/g)).toHaveLength(1);
    });
  });

  it.each([
    ['POST', '/api/1/terminal/events:batch'],
    ['PUT', '/api/1/terminal/events/slow'],
    ['POST', '/api/1/admin/coupons'],
  ])('is not read without a valid token on a route for large bodies: %s %s', async (method, path) => {
    for (const [token, code] of [
      [undefined, 'token-missing'],
      ['a.b.c', 'token-invalid'],
    ]) {
      const request = { method, path, headers: json, ...(token === undefined ? {} : { token }) };
      const caller = new RawCaller(platform.url).begin(request, 60_000);
      callers.push(caller);
      // The caller has sent no byte of the body yet.
      expect((await answered(caller)).body).toMatchObject({ status: 401, code });
    }
  });

  it('of an upload may take longer than a JSON body if it brings 1 KiB a second', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `reader-${n}-${'x'.repeat(200)}\n`.repeat(5));
    const whole = `${upload}${lines.join('')}\r\n--b--\r\n`;
    const caller = begin({ method: 'POST', path: segments, headers: form }, whole.length).write(upload);
    for (const line of lines) {
      await sleep(100);
      caller.write(line);
    }
    caller.write('\r\n--b--\r\n');
    expect((await answered(caller)).status).toBe(200);
  });

  it('of an import may take longer than another upload', async () => {
    const line = `{"username":"slow","x":"${'x'.repeat(400)}"}\n`;
    const start = filePart.replace('.csv', '.ndjson');
    const whole = `${start}${line.repeat(50)}\r\n--b--\r\n`;
    const request = { method: 'POST', path: '/api/1/admin/imports', headers: form };
    const caller = begin(request, whole.length).write(start);
    for (let sent = 0; sent < 50; sent += 1) {
      await sleep(100);
      caller.write(line);
    }
    caller.write('\r\n--b--\r\n');
    expect((await answered(caller)).status).toBe(202);
  });

  const listed = async () =>
    ((await platform.api.get(`${segments}/list`)).body as { id: string }[]).map(({ id }) => id);

  it('of an upload is 408 when it brings less than 1 KiB a second, and makes no segment', async () => {
    const before = await listed();
    const caller = begin({ method: 'POST', path: segments, headers: form }, 10_000_000).write(upload);
    const pump = setInterval(() => caller.write(`${'z'.repeat(99)}\n`), 200);
    await eventually(() => {
      expect(caller.status).toBe(408);
    }).finally(() => {
      clearInterval(pump);
    });
    const detail = 'An upload brings at least 1024 bytes a second.';
    expect(caller.body).toMatchObject({ code: 'body-too-slow', detail });
    expect(await listed()).toEqual(before);
  });

  it('of an upload that never ends is 408 after its time, however fast it comes, and makes no segment', async () => {
    const before = await listed();
    const caller = begin({ method: 'POST', path: segments, headers: form }, 10_000_000).write(upload);
    const pump = setInterval(() => caller.write(`${'y'.repeat(100)}\n`.repeat(40)), 50);
    await eventually(() => {
      expect(caller.status).toBe(408);
    }).finally(() => {
      clearInterval(pump);
    });
    expect(caller.body).toMatchObject({ code: 'body-too-slow', detail: 'The upload took too long.' });
    expect(await listed()).toEqual(before);
  });

  it('that never comes leaves no connection open: 100 connections are closed after a while', async () => {
    const many = Array.from({ length: 100 }, () =>
      begin({ method: 'POST', path: '/api/1/user/credentials/find', headers: json }, 1_000).write('{'),
    );
    await eventually(() => {
      expect(many.filter(({ closed }) => !closed).length).toBe(0);
    }, 25_000);
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([408]));
  });

  it('does not follow half a head: the gateway closes that connection as well', async () => {
    const caller = new RawCaller(platform.url).write('POST /api/1/user/credentials/find HTTP/1.1\r\nHost: x\r\n');
    callers.push(caller);
    await eventually(() => {
      expect([caller.status, caller.closed]).toEqual([408, true]);
    }, 20_000);
  });
});
