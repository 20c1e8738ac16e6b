import { Controller, Module, Post, Req, UseInterceptors } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, RouteConfig, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { eventually } from '@ces/testing/eventually';
import { testConfig } from '@ces/testing/test-config';
import type { FastifyRequest } from 'fastify';
import type { StorageEngine } from 'multer';
import { connect } from 'node:net';
import { GatewayConfig } from '../gateway.config.js';
import { markRequests } from './mark-requests.js';
import { ProblemFilter } from './problem.filter.js';
import { readBodies } from './read-bodies.js';
import { acceptForms, upload } from './uploads.js';

const limit = 8 * 1_024 * 1_024;

/** Counts bytes and keeps none, as an engine that streams somewhere else would. */
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
  @Post('upload')
  @RouteConfig({ multipart: true })
  @UseInterceptors(upload('file', { storage: new Counting(), limits: { fileSize: limit, files: 1, fields: 5 } }))
  take(@Req() request: FastifyRequest & { file?: Express.Multer.File }) {
    return { fields: request.body, size: request.file?.size };
  }

  @Post('json')
  takeJson() {
    return {};
  }
}

describe('multer on Fastify', () => {
  let app: NestFastifyApplication;
  let url: string;

  beforeAll(async () => {
    const config = testConfig(GatewayConfig, {});
    @Module({
      controllers: [UploadController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    })
    class Root {}
    const adapter = new FastifyAdapter();
    app = await NestFactory.create<NestFastifyApplication>(Root, adapter, { logger: false, bodyParser: false });
    readBodies(adapter.getInstance());
    acceptForms(adapter.getInstance());
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

  it('streams a file and reads the fields beside it', async () => {
    expect(await send(form(5_000_000))).toEqual({ status: 201, body: { fields: { title: 'Ünï' }, size: 5_000_000 } });
  });

  it('refuses a file that is too large with 413', async () => {
    expect(await send(form(limit + 1))).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
  });

  it('refuses a form with an unexpected part, and a form where none is taken', async () => {
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
  ])('refuses a form with %s', async (_what, type, body) => {
    const answer = await fetch(`${url}/upload`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer.status).toBe(400);
  });

  it('lets go of a file whose upload is broken off', async () => {
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
});
