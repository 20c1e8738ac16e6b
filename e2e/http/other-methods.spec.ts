import { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RawCaller } from '../../apps/gateway/test/raw-request.js';
import { Platform } from '../platform/platform.js';

const file = resolve(import.meta.dirname, '../../docs/openapi.json');
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
/** Pages of OAuth have forms of their own, which are not in the document. */
const ofApi = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
const every = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('a method that a path does not take', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  it.each(ofApi)('is 405, and Allow names those that it takes: %s', async (template, operations) => {
    const path = template.replace(/\{\w+\}/g, 'x1');
    const taken = Object.keys(operations).map((method) => method.toUpperCase());
    const allow = [...new Set(taken.includes('GET') ? [...taken, 'HEAD'] : taken)].sort().join(', ');
    for (const method of every.filter((each) => !taken.includes(each))) {
      const { status, headers } = await new ApiClient(platform.url).send(method, path);
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
  });

  it('is 405 without a path, too: CONNECT, because the gateway is no proxy', async () => {
    const caller = new RawCaller(platform.url).write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n');
    await eventually(() => {
      expect([caller.status, caller.closed]).toEqual([405, true]);
    });
    expect(caller.body).toMatchObject({ code: 'method-not-allowed', instance: 'a.example:443' });
    for (const header of [/^allow: GET, /im, /^x-request-id: /im, /^x-content-type-options: nosniff/im])
      expect(caller.answer).toMatch(header);
  });
});
