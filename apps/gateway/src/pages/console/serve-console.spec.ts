import compress from '@fastify/compress';
import Fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConsole } from './console-files.js';
import { serveConsole } from './serve-console.js';

const script = 'console.log("x");'.repeat(200);

describe('the console under /console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-spec-'));
  const page = (base: string) => `<!doctype html><script type="module" src="${base}assets/a-1.js"></script>`;

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/a-1.js'), script);
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'index.html'), page('/console/'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const serving = async (frames: string[] = [], from = folder) => {
    const fastify = Fastify();
    await fastify.register(compress);
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.header('X-Frame-Options', 'DENY');
      done();
    });
    fastify.get('/console/session', () => ({ operator: {} }));
    serveConsole(fastify, { frames, files: readConsole(from) });
    return fastify;
  };

  it('has its page at every path below that is no file, with a policy that admits no inline script or style', async () => {
    const fastify = await serving();
    for (const url of ['/console', '/console/', '/console/customers/x?tab=wallet', '/console/index.html']) {
      const answer = await fastify.inject({ url });
      expect([url, answer.statusCode, answer.payload]).toEqual([url, 200, page('/console/')]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['x-frame-options']).toBe('DENY');
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe/);
    }
  });

  it('leaves routes of the API below /console alone', async () => {
    const answer = await (await serving()).inject({ url: '/console/session' });
    expect(answer.json()).toEqual({ operator: {} });
  });

  it('sends hashed files compressed, for a year, and answers 304 to their tag', async () => {
    const fastify = await serving();
    const url = '/console/assets/a-1.js';
    const brotli = await fastify.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    const gzip = await fastify.inject({ url, headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect((await fastify.inject({ url })).payload).toBe(script);
    const again = await fastify.inject({ url, headers: { 'if-none-match': String(gzip.headers.etag) } });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  it('answers 404 for a hashed file of another build, not with the page', async () => {
    const answer = await (await serving()).inject({ url: '/console/assets/old-2.js' });
    expect([answer.statusCode, answer.headers['cache-control']]).not.toEqual([200, expect.anything()]);
    expect(answer.payload).not.toContain('<!doctype');
  });

  it('lets only the portal stand in the frames of the named sites', async () => {
    const fastify = await serving(['https://shop.example']);
    const portal = await fastify.inject({ url: '/console/portal' });
    expect(portal.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/shop\.example$/);
    expect(portal.headers['x-frame-options']).toBeUndefined();
    const other = await fastify.inject({ url: '/console/portals' });
    expect(other.headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
    expect(other.headers['x-frame-options']).toBe('DENY');
  });

  it('admits the site of the files when they were built for a CDN', async () => {
    writeFileSync(join(folder, 'index.html'), page('https://cdn.example/console/'));
    const answer = await (await serving()).inject({ url: '/console' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' https://cdn.example;");
  });

  it('says how to build it when it is not built', async () => {
    const fastify = await serving([], join(folder, 'nowhere'));
    const answer = await fastify.inject({ url: '/console', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.payload]).toEqual([404, expect.stringContaining('npm start')]);
  });
});
