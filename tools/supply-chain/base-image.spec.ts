import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { baseImages, digestOf, withDigest } from './base-image.ts';

const dockerfile = readFileSync(join(resolve(import.meta.dirname, '../..'), 'deploy/Dockerfile'), 'utf8');
const manifest = JSON.stringify({ schemaVersion: 2, manifests: [{ platform: { architecture: 'amd64' } }] });
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;

/** Speaks the protocol of a registry: a manifest for those with the token that its realm gives. */
describe('the digest of a base image', () => {
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', address());
    asked.push(url.pathname);
    if (url.pathname === '/token') {
      const isRight = url.searchParams.get('scope') === 'repository:library/node:pull';
      response.end(JSON.stringify(isRight && url.searchParams.get('service') === 'images' ? { token: 'pull-it' } : {}));
    } else if (request.headers.authorization !== 'Bearer pull-it' && !isOpen) {
      const challenge = `Bearer realm="${address()}/token",service="images",scope="repository:library/node:pull"`;
      response.writeHead(401, { 'WWW-Authenticate': challenge }).end('{}');
    } else if (!request.headers.accept?.includes('image.index')) response.writeHead(406).end();
    else if (url.pathname.endsWith('/manifests/missing')) response.writeHead(404).end('{}');
    else response.writeHead(200, { 'Docker-Content-Digest': told }).end(manifest);
  });
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let asked: string[] = [];
  let isOpen = false;
  let told = digest;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    asked = [];
    isOpen = false;
    told = digest;
  });

  it('is got with a token, when the registry asks for one', async () => {
    expect(await digestOf({ name: 'node', tag: '24.21.0-bookworm-slim' }, address())).toBe(digest);
    const path = '/v2/library/node/manifests/24.21.0-bookworm-slim';
    expect(asked).toEqual([path, '/token', path]);
  });

  it('is got without a token from a registry that is open', async () => {
    isOpen = true;
    expect(await digestOf({ name: 'team/node', tag: '24' }, address())).toBe(digest);
    expect(asked).toEqual(['/v2/team/node/manifests/24']);
  });

  it('is refused when it is not that of the manifest, and when there is no such tag', async () => {
    isOpen = true;
    told = `sha256:${'0'.repeat(64)}`;
    await expect(digestOf({ name: 'node', tag: '24' }, address())).rejects.toThrow('its manifest has');
    await expect(digestOf({ name: 'node', tag: 'missing' }, address())).rejects.toThrow('404');
  });

  it('stands behind the tag in every stage of the Dockerfile, and a new one takes its place', () => {
    const [image, ...others] = baseImages(dockerfile);
    expect(others).toEqual([]);
    expect(image).toEqual({ name: 'node', tag: expect.stringMatching(/^\d+\.\d+\.\d+-/) });
    if (!image) return;
    const pinned = withDigest(dockerfile, image, digest);
    expect(pinned.match(new RegExp(`^FROM node:${image.tag}@${digest}`, 'gm'))).toHaveLength(2);
    const newer = `sha256:${'a'.repeat(64)}`;
    expect(withDigest(pinned, image, newer)).toBe(pinned.replaceAll(digest, newer));
    expect(baseImages(pinned)).toEqual([image]);
    expect(pinned).toContain('FROM packages AS deps');
  });
});
