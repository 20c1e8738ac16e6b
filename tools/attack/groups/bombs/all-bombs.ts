import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, type Sending } from '../../send.ts';
import type { Tally } from '../../tally.ts';
import type { World } from '../../world.ts';
import { Bombs } from './bombs.ts';
import { conditionBombs } from './condition-bombs.ts';
import { formBombs } from './form-bombs.ts';
import { jsonBombs } from './json-bombs.ts';
import { schemaBombs } from './schema-bombs.ts';

/** Small requests that are expensive to handle. Each must be answered soon, and no process may end. */
export async function bombs(world: World, tally: Tally): Promise<void> {
  const before = world.processes();
  const all = new Bombs(world, tally, await world.clientToken(world.file.admin));
  await tryEncodings(all);
  await formBombs(all);
  await jsonBombs(all);
  await schemaBombs(all);
  await conditionBombs(all);
  tally.check('every process is still the same', world.processes() === before, `${before}; then ${world.processes()}`);
}

const PLAIN = Buffer.alloc(5_000_000, ' ');

const ENCODED: Record<string, Buffer> = {
  gzip: gzipSync(PLAIN),
  deflate: deflateSync(PLAIN),
  br: brotliCompressSync(PLAIN),
  unknown: Buffer.from('{}'),
  'x-gzip': gzipSync(PLAIN),
  zstd: zstdCompressSync(PLAIN),
  'gzip, gzip': gzipSync(gzipSync(PLAIN)),
  compress: Buffer.from('x'),
};

const READERS: Record<string, Sending> = {
  'row 2': { method: 'POST', path: `/api/1/terminal/${'A'.repeat(25)}/events/any` },
  'a batch': { method: 'POST', path: '/api/1/terminal/events:batch' },
  'row 1': { method: 'PUT', path: '/api/1/terminal/events/any' },
  'row 10': { method: 'POST', path: '/api/1/user/credentials/continue' },
  'row 20': { method: 'POST', path: '/api/1/user/activator/uniquelink' },
  'row 28': {
    method: 'POST',
    path: '/api/1/external-segmentation/external-segment',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  'cards as CSV': {
    method: 'POST',
    path: '/api/1/admin/cards',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  },
  'new clients': { method: 'POST', path: '/api/1/admin/clients' },
  'the token endpoint': {
    method: 'POST',
    path: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a GET with a body': { path: '/api/1/user/optins' },
};

/** Each request gets 415 at once, or 401 without a token; the service must unpack nothing. */
async function tryEncodings({ world, tally, token }: Bombs): Promise<void> {
  for (const [reader, sending] of Object.entries(READERS)) {
    for (const [encoding, body] of Object.entries(ENCODED).slice(0, world.count(8, 4))) {
      const headers = { 'content-type': 'application/json', ...sending.headers, 'content-encoding': encoding };
      const attempt = { ...sending, headers, body, timeoutMs: 1_500 };
      const withToken = await world.send({ ...attempt, token: reader === 'row 20' ? undefined : token });
      tally.check(`${reader} with ${encoding}`, withToken.status === 415, describe(withToken));
      const without = await world.send(attempt);
      const refused = without.status === 415 || without.status === 401;
      tally.check(`${reader} with ${encoding}, without a token`, refused, describe(without));
    }
  }
  const body = { username: world.newName() };
  const headers = { 'content-encoding': 'identity' };
  const path = '/api/1/user/credentials/available';
  const plain = await world.send({ method: 'POST', path, token, headers, body });
  tally.check('control: identity is no encoding', plain.status === 200, describe(plain));
}
