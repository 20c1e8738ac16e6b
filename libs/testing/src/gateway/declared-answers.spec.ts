import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client.js';

const path = '/api/1/user/details/AAAAAAAAAAAAAAAAAAAAAAAAA';
const always = { 'X-Request-Id': '1', ETag: '"1"' };
const details = { id: 'AAAAAAAAAAAAAAAAAAAAAAAAA', active: true, completed_registration: false };

interface Answer {
  status?: number;
  type?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

describe('an answer that a spec receives', () => {
  let server: Server;
  let api: ApiClient;
  let next: Required<Answer>;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(next.status, { 'Content-Type': next.type, ...next.headers });
      response.end(JSON.stringify(next.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  afterAll(() => server.close());

  const answer = ({ status = 200, type = 'application/json', body = details, headers = always }: Answer) => {
    next = { status, type, body, headers };
    return api.get(path);
  };

  it('passes when docs/openapi.json declares it', async () => {
    expect(await answer({ type: 'application/json; charset=utf-8' })).toMatchObject({ status: 200, body: details });
  });

  it.each<[string, Answer]>([
    ['an undeclared status', { status: 418 }],
    ['an undeclared content type', { type: 'text/html' }],
    ['an unknown member', { body: { ...details, colour: 'red' } }],
    ['a member of another type', { body: { ...details, active: 'yes' } }],
    ['a missing member', { body: { id: details.id, active: true } }],
    ['a problem as plain JSON', { status: 404, headers: { 'X-Request-Id': '1' } }],
    ['no header that it must have', { headers: { ETag: '"1"' } }],
    ['an undeclared header', { headers: { ...always, Link: '<x>' } }],
  ])('is an error when it has %s', async (_what, wrong) => {
    await expect(answer(wrong)).rejects.toThrow('by docs/openapi.json');
  });
});
