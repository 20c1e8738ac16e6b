import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sdkCallsOf } from '@ces/testing/gateway/sdk-calls';
import { sdkReferenceOf } from '@ces/testing/gateway/sdk-reference';
import { sdkTypesOf } from '@ces/testing/gateway/sdk-types';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { createGateway } from '../server/create-gateway.js';
import { GatewayConfig } from '../gateway.config.js';

const docs = resolve(import.meta.dirname, '../../../../docs');

/** The repository holds the documents, so that a change of the contract shows in its diff. */
describe('the published documents', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  it.each(['/openapi.json', '/asyncapi.json', '/docs', '/docs/reference/webhooks', '/docs/site.js'])(
    'is the same for each caller, compressed or not: %s',
    async (url) => {
      const ask = (encoding: string) => gateway.inject({ url, headers: { 'accept-encoding': encoding } });
      const plain = await ask('gzip;q=0, br;q=0.0');
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
      for (const [accepted, encoding, unpack] of [
        ['gzip', 'gzip', gunzipSync],
        ['br', 'br', brotliDecompressSync],
        ['gzip;q=0.5, br', 'br', brotliDecompressSync],
        ['br;q=0, GZIP', 'gzip', gunzipSync],
      ] as const) {
        const packed = await ask(accepted);
        expect([packed.statusCode, packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
          200,
          encoding,
          'Origin, Accept-Encoding',
        ]);
        expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
        expect(unpack(packed.rawPayload).toString()).toBe(plain.payload);
        expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
      }
      const head = await gateway.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'identity' } });
      expect([head.statusCode, head.payload]).toEqual([200, '']);
    },
  );

  it.each(['openapi.json', 'asyncapi.json'])(
    '%s equals the file in docs/ (UPDATE_DOCS=1 npm test -- openapi renews it)',
    async (name) => {
      const answer = await gateway.inject({ url: `/${name}` });
      const text = await format(answer.body, { parser: 'json', printWidth: 120 });
      const file = resolve(docs, name);
      if (process.env['UPDATE_DOCS']) await writeFile(file, text);
      expect(text).toBe(await readFile(file, 'utf8'));
    },
  );

  it.each([
    ['types', '../libs/sdk/src/generated/api.ts', sdkTypesOf],
    ['calls', '../libs/sdk/src/generated/calls.ts', sdkCallsOf],
    ['reference', 'guides/sdk-reference.md', sdkReferenceOf],
  ] as const)('have the %s of libs/sdk (UPDATE_DOCS=1 npm test -- openapi renews them, too)', async (_, name, make) => {
    const file = resolve(docs, name);
    const made = await make((await gateway.inject({ url: '/openapi.json' })).body);
    const text = name.endsWith('.md') ? await format(made, { parser: 'markdown', printWidth: 120 }) : made;
    if (process.env['UPDATE_DOCS']) await writeFile(file, text);
    expect(text).toBe(await readFile(file, 'utf8'));
  });
});
