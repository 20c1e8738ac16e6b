import { Controller, Module, Post, Req } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, RouteConfig, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { eventually } from '@ces/testing/eventually';
import { testConfig } from '@ces/testing/services/test-config';
import type { FastifyRequest } from 'fastify';
import type { StorageEngine } from 'multer';
import { connect, type Socket } from 'node:net';
import { GatewayConfig } from '../../gateway.config.js';
import { markRequests } from '../routing/mark-requests.js';
import { RouteTable } from '../routing/route-table.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { readBodies } from '../bodies/read-bodies.js';
import { boundUnreadRests } from '../bodies/unread-rest.js';
import { acceptForms, FormReader } from './form-reader.js';

const limit = 8 * 1_024 * 1_024;
/** Milliseconds for the rest of a refused form. */
const patience = 3_000;

/** Counts bytes and keeps none, like an engine that streams them to a service. */
class Counting implements StorageEngine {
  static broken = 0;

  _handleFile(
    _request: unknown,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    let size = 0;
    file.stream.on('data', (chunk: Buffer) => (size += chunk.length));
    file.stream.on('end', () => {
      done(null, { size });
    });
    file.stream.on('error', (error: Error) => {
      Counting.broken += 1;
      done(error);
    });
  }

  _removeFile(_request: unknown, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    done(null);
  }
}

@Controller()
class UploadController {
  private readonly reader = new FormReader('file', {
    storage: new Counting(),
    limits: { fileSize: limit, files: 1, fields: 5 },
  });

  @Post('upload')
  @RouteConfig({ multipart: true })
  async take(@Req() request: FastifyRequest) {
    const { fields, file } = await this.reader.read(request);
    return { fields, size: file?.size };
  }

  @Post('json')
  takeJson() {
    return {};
  }
}

describe('a form with a file', () => {
  let app: NestFastifyApplication;
  let url: string;

  beforeAll(async () => {
    const config = testConfig(GatewayConfig, {});
    @Module({
      controllers: [UploadController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        RouteTable,
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    })
    class Root {}
    const adapter = new FastifyAdapter();
    app = await NestFactory.create<NestFastifyApplication>(Root, adapter, { logger: false, bodyParser: false });
    readBodies(adapter.getInstance());
    acceptForms(adapter.getInstance());
    boundUnreadRests(adapter.getInstance(), patience);
    markRequests(adapter.getInstance(), config);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });

  afterAll(() => app.close());

  const send = async (form: FormData, path = '/upload') => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: form });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const form = (size: number, name = 'file') => {
    const filled = new FormData();
    filled.set('title', 'Ünï');
    filled.set(name, new Blob([Buffer.alloc(size)], { type: 'text/csv' }), 'a.csv');
    return filled;
  };

  it('is read: the file is streamed and the fields are returned', async () => {
    expect(await send(form(5_000_000))).toEqual({ status: 201, body: { fields: { title: 'Ünï' }, size: 5_000_000 } });
  });

  it('is 413 if the file is too large', async () => {
    expect(await send(form(limit + 1))).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
  });

  it('is refused with an unexpected part, and on a route that takes no forms', async () => {
    expect(await send(form(10, 'other'))).toMatchObject({ status: 400, body: { code: 'form-malformed' } });
    expect(await send(form(10), '/json')).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'an end before the end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['a part without a header', 'multipart/form-data; boundary=b', '--b\r\nxx\r\n--b--'],
    [
      'a field without a name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'a field with an empty name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx\r\n--b--\r\n',
    ],
  ])('is refused with %s', async (_what, type, body) => {
    const answer = await fetch(`${url}/upload`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'form-malformed' }]);
  });

  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  it.each([
    ['a field that is not UTF-8', field('title', 'a\xffb'), '#/title', 'text'],
    ['a field that came twice', field('title', 'a') + field('title', 'b'), '#/title', 'repeated'],
  ])(
    'is refused with %s, before and after its file, and goes on with the next form',
    async (_what, parts, pointer, code) => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n';
      for (const whole of [`${parts}${file}--b--\r\n`, `${file}${parts}--b--\r\n`]) {
        const answer = await fetch(`${url}/upload`, { method: 'POST', headers, body: Buffer.from(whole, 'latin1') });
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          { code: 'form-malformed', errors: [{ pointer, code }] },
        ]);
      }
      expect((await send(form(10))).status).toBe(201);
    },
  );

  it('is destroyed when its connection breaks', async () => {
    const before = Counting.broken;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n',
    );
    socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await eventually(() => {
      expect(Counting.broken).toBe(before + 1);
    });
    expect((await send(form(10))).status).toBe(201);
  });

  const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  const otherFile = filePart.replace('"file"', '"other"');
  const tooLarge = filePart + 'x'.repeat(limit + 1);
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  /** Sends the first bytes of a longer form. */
  const begin = (length: number | 'chunked', sent: string, path = '/upload', version = '1.1', header = '') => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const caller = { socket, answer: '', closed: false };
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => (caller.closed = true));
    socket.on('data', (chunk: Buffer) => (caller.answer += chunk.toString()));
    socket.write(
      `POST ${path} HTTP/${version}\r\nHost: x\r\n${header}Content-Type: multipart/form-data; boundary=b\r\n`,
    );
    socket.write(
      length === 'chunked' ? 'Transfer-Encoding: chunked\r\n\r\nfffffff\r\n' : `Content-Length: ${length}\r\n\r\n`,
    );
    socket.write(sent);
    return caller;
  };

  it.each([
    ['a file that is too large', tooLarge, '/upload', 413],
    ['a file under another name', otherFile, '/upload', 400],
    [
      'a field name with an index',
      '--b\r\nContent-Disposition: form-data; name="x[1]"\r\n\r\n1\r\n--b\r\n',
      '/upload',
      400,
    ],
    ['a part without a header', '--b\r\nxx\r\n\r\n', '/upload', 400],
    ['a form on a route that takes none', filePart, '/json', 415],
  ])('is refused before its rest arrives: %s', async (_what, sent, path, status) => {
    const caller = begin(limit + 500_000, sent, path);
    await eventually(() => {
      expect(caller.answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"request_id":"[^"]+"[^]*}$`));
      expect(caller.answer).toMatch(/^connection: close\r$/im);
    });
  });

  it('is refused before it is read if its Content-Length is too large', async () => {
    const caller = begin(limit * 2, '--b');
    await eventually(() => {
      expect(caller.answer).toMatch(/^HTTP\/1.1 413 [^]*"code":"body-too-large"/);
    });
  });

  it.each([
    ['a form that does not end after its last part', `${filePart}\r\n--b--\r\n`, '/upload'],
    ['a form', otherFile, '/upload'],
    ['a form on a route that takes none', filePart, '/json'],
  ])('loses its connection if the caller sends without end after the refusal: %s', async (_what, sent, path) => {
    const caller = begin('chunked', sent, path);
    const chunk = Buffer.alloc(65_536);
    const most = 64 * 1_024 * 1_024;
    while (!caller.socket.destroyed && caller.socket.bytesWritten < most)
      await new Promise((resolve) => caller.socket.write(chunk, resolve));
    expect(caller.answer).toMatch(/^HTTP\/1.1 4/);
    expect(caller.socket.bytesWritten).toBeLessThan(most);
  });

  it('keeps its connection if the caller sends a little more after the refusal', async () => {
    const rest = 3 * 1_024 * 1_024;
    const caller = begin(otherFile.length + rest, otherFile);
    caller.socket.pause();
    await new Promise((resolve) => caller.socket.write(Buffer.alloc(rest), resolve));
    const whole = `${filePart}\r\n--b--\r\n`;
    caller.socket.write(
      `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`,
    );
    caller.socket.resume();
    await eventually(() => {
      expect(caller.answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 201']);
    });
  });

  it('keeps its connection while its rest comes in slowly', async () => {
    const pieces = 3;
    const caller = begin(otherFile.length + pieces, otherFile);
    for (let piece = 0; piece < pieces; piece += 1) {
      await new Promise((resolve) => setTimeout(resolve, patience / 2));
      caller.socket.write('x');
    }
    caller.socket.write(
      'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await eventually(() => {
      expect(caller.answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 201']);
    });
  });

  it.each([
    ['asked for the connection to be closed', '1.1', 'Connection: close\r\n'],
    ['speaks HTTP/1.0', '1.0', ''],
  ])('is refused readably after a small form to a caller that %s', async (_what, version, header) => {
    const pieces = 48;
    const caller = begin(otherFile.length + pieces * 65_536, otherFile, '/upload', version, header);
    caller.socket.pause();
    for (let piece = 0; piece < pieces; piece += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => caller.socket.write(Buffer.alloc(65_536), resolve));
    }
    caller.socket.resume();
    await eventually(() => {
      expect(caller.answer).toMatch(/^HTTP\/1.1 400 [^]*"code":"form-malformed"/);
      expect(caller.closed).toBe(true);
    });
  });

  it('is refused readably after all of a file that is too large was sent', async () => {
    const rest = 500_000;
    const caller = begin(tooLarge.length + rest, tooLarge);
    caller.socket.pause();
    await new Promise((resolve) => caller.socket.write(Buffer.alloc(rest), resolve));
    caller.socket.resume();
    await eventually(() => {
      expect(caller.answer).toMatch(/^HTTP\/1.1 413 [^]*"code":"body-too-large"/);
      expect(caller.closed).toBe(true);
    });
  });
});
