import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf, nextCursor } from './call.js';
import { caller, headersFor } from './caller.js';
import { Refusal, refusalOf } from './refusal.js';
import { takesKey, withKey } from './request-key.js';

describe('calls of the API', () => {
  let server: Server;
  let base: string;
  let answer: [status: number, headers: Record<string, string>, body: string];
  const got: IncomingMessage[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      got.push(request);
      const [status, headers, body] = answer;
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  afterEach(() => {
    caller.client = undefined;
    caller.token = undefined;
  });

  it('fill names of the path, and leave out what is not asked', () => {
    const address = addressOf('/api/1/admin/users/{user_id}', { path: { user_id: 'a/b' }, query: { q: '', limit: 5 } });
    expect(address).toBe('/api/1/admin/users/a%2Fb?limit=5');
  });

  it('follow the next page of a Link header', () => {
    const link =
      '<http://x/api/1/things?cursor=p>; rel="prev", <http://x/api/1/things?limit=2&cursor=a%3D>; rel="next"';
    expect(nextCursor(link)).toBe('a=');
    expect(nextCursor('<http://x/y?cursor=p>; rel="prev"')).toBeUndefined();
    expect(nextCursor(null)).toBeUndefined();
  });

  it('name the client where rows may belong to one, and say that the console calls', () => {
    caller.client = 'cl_1';
    expect(headersFor('/api/1/terminal/webhooks').get('On-Behalf-Of')).toBe('cl_1');
    expect(headersFor('/api/1/external-segmentation/external-segment/list').get('On-Behalf-Of')).toBe('cl_1');
    expect(headersFor('/api/1/admin/users/x/wallet').get('On-Behalf-Of')).toBe('cl_1');
    expect(headersFor('/api/1/admin/clients').get('On-Behalf-Of')).toBeNull();
    expect(headersFor('/api/1/admin/operators/me').get('On-Behalf-Of')).toBeNull();
    expect(headersFor('/api/1/admin/campaigns').get('X-Console')).toBe('1');
  });

  it('of the portal carry its token, and no mark of the console', () => {
    caller.token = 'secret';
    const headers = headersFor('/api/1/terminal/webhooks');
    expect([headers.get('Authorization'), headers.get('X-Console')]).toEqual(['Bearer secret', null]);
  });

  it('turn a problem document into a refusal with its request id and faults', async () => {
    const errors = [{ pointer: '#/name', code: 'length', detail: 'too long' }];
    const problem = { title: 'Invalid', detail: 'Some fields', code: 'validation-failed', request_id: 'r1', errors };
    answer = [400, { 'Content-Type': 'application/problem+json' }, JSON.stringify(problem)];
    const refusal = await refusalOf(await fetch(base));
    expect(refusal).toMatchObject({ status: 400, code: 'validation-failed', message: 'Some fields', requestId: 'r1' });
    expect(refusal.faultAt('#/name')).toBe('too long');
    expect(refusal.faultAt('#/other')).toBeUndefined();
  });

  it('keep the request id of an answer that is no problem document', async () => {
    answer = [502, { 'X-Request-Id': 'r2' }, '<html>Bad gateway</html>'];
    expect(await refusalOf(await fetch(base))).toMatchObject({ status: 502, requestId: 'r2', title: 'HTTP 502' });
    expect(got.length).toBeGreaterThan(0);
  });

  it('that change keep their key after a lost answer, and get another one after an answer or for other input', async () => {
    const book = async (value: number, error?: Error): Promise<string> => {
      let sent = '';
      await withKey('/points', { value }, (key) => {
        sent = key;
        return error === undefined ? Promise.resolve() : Promise.reject(error);
      }).catch(() => undefined);
      return sent;
    };
    const first = await book(1, new Refusal(0, {}));
    expect([await book(1, new Refusal(503, {})), await book(1, new TypeError('cut off'))]).toEqual([first, first]);
    expect(await book(1)).toBe(first);
    const second = await book(1, new Refusal(409, {}));
    const third = await book(1, new Refusal(0, {}));
    const other = await book(2, new Refusal(0, {}));
    expect(new Set([first, second, third, other, await book(1)]).size).toBe(5);
  });

  it('send a key wherever the service takes one, unless they only read', () => {
    expect([takesKey('post', '/api/1/admin/stacks'), takesKey('put', '/api/1/admin/stacks/by-name/{name}')]).toEqual([
      true,
      true,
    ]);
    expect([takesKey('get', '/api/1/admin/stacks'), takesKey('put', '/api/1/admin/stacks/{id}')]).toEqual([
      false,
      false,
    ]);
    expect(takesKey('post', '/api/1/admin/campaigns:validate')).toBe(false);
  });
});
