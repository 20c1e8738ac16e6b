import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';

const base = '/api/1/terminal/webhooks';
const url = 'http://127.0.0.1:9/hook';
const events = ['transaction-created'];

describe('webhooks, rows 33 to 35', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'webhooks');
  });

  afterAll(() => platform.stop());

  const create = (body: unknown, headers?: Record<string, string>, api = platform.api) => api.post(base, body, headers);
  const created = async (body: object = {}, api = platform.api) =>
    (await create({ events, url, ...body }, {}, api)).body as Webhook;
  const pointer = ({ status, body }: ApiAnswer) => [
    status,
    (body as { errors?: { pointer: string }[] }).errors?.[0]?.pointer,
  ];
  const other = async (): Promise<ApiClient> => {
    const answer = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes: ['webhooks'] });
    return platform.api.as(answer.body as ClientWithSecret);
  };

  it('row 33 answers 201 with the four fields of the webhook; headers are {} by default', async () => {
    const answer = await create({ events: ['coupon-slip-claimed-event', ...events], url: `${url}?a=bc` });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      events: ['coupon-slip-claimed-event', 'transaction-created'],
      url: `${url}?a=bc`,
      headers: {},
    });
  });

  it('row 33 keeps headers, ignores unknown fields, and accepts every event of the catalogue', async () => {
    const headers = { Authorization: 'Bearer x', 'X-Greeting': 'grüße' };
    const answer = await create({ events: [...webhookEventNames, ...events], url, headers, color: 'red' });
    expect(answer).toMatchObject({ status: 201, body: { events: webhookEventNames, url, headers } });
    expect((answer.body as { color?: string }).color).toBeUndefined();
  });

  it.each([
    ['no events', { url }, '#/events'],
    ['an empty list', { events: [], url }, '#/events'],
    ['an unknown event', { events: ['coupon-claimed'], url }, '#/events/0'],
    ['51 events', { events: Array(51).fill('transaction-created'), url }, '#/events'],
    ['an event that is no string', { events: [7], url }, '#/events/0'],
    ['null for events', { events: null, url }, '#/events'],
    ['null among the events', { events: [null], url }, '#/events/0'],
    ['no url', { events }, '#/url'],
    ['null for url', { events, url: null }, '#/url'],
    ['a text that is no URL', { events, url: 'shop.example' }, '#/url'],
    ['ftp', { events, url: 'ftp://shop.example/' }, '#/url'],
    ['credentials', { events, url: 'https://a:b@shop.example/' }, '#/url'],
    ['a fragment', { events, url: 'https://shop.example/#' }, '#/url'],
    ['a line end', { events, url: 'https://shop.example/\n' }, '#/url'],
    ['a private address', { events, url: 'http://10.0.0.1/' }, '#/url'],
    ['the metadata of a cloud', { events, url: 'http://169.254.169.254/' }, '#/url'],
    ['a header that is no string', { events, url, headers: { a: 1 } }, '#/headers/a'],
    ['an invalid header name', { events, url, headers: { 'a b': 'x' } }, '#/headers/a%20b'],
    ['an empty header name', { events, url, headers: { '': 'x' } }, '#/headers/'],
    ['a control character', { events, url, headers: { a: 'x\r\nHost: y' } }, '#/headers/a'],
    ['a header name with a control character', { events, url, headers: { 'a\u0001': 'x' } }, '#/headers/a%01'],
    ['a header name with / and ~', { events, url, headers: { 'a/b~': 'x' } }, '#/headers/a~1b~0'],
    ['a header name with % and a letter beyond ASCII', { events, url, headers: { '%ü': 'x' } }, '#/headers/%25%C3%BC'],
    ['a header that is an object', { events, url, headers: { a: { b: 'c' } } }, '#/headers/a'],
    [
      '51 headers',
      { events, url, headers: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`h${i}`, ''])) },
      '#/headers',
    ],
    ['a header that is null', { events, url, headers: { a: null } }, '#/headers/a'],
    ['headers as a list', { events, url, headers: ['a'] }, '#/headers'],
    ['Host', { events, url, headers: { Host: 'x' } }, '#/headers/Host'],
    ['Transfer-Encoding', { events, url, headers: { b: '', 'Transfer-Encoding': 'x' } }, '#/headers/Transfer-Encoding'],
    ['Connection', { events, url, headers: { connection: 'close' } }, '#/headers/connection'],
    ['Content-Length', { events, url, headers: { 'content-length': '1' } }, '#/headers/content-length'],
    ['X-Service-Anything', { events, url, headers: { 'x-service-anything': '1' } }, '#/headers/x-service-anything'],
    ['webhook-id', { events, url, headers: { 'Webhook-Id': '1' } }, '#/headers/Webhook-Id'],
    ['one header twice', { events, url, headers: { a: '1', A: '2' } }, '#/headers/A'],
  ])('row 33 refuses %s with 400 and a pointer', async (_, body, where) => {
    expect(pointer(await create(body))).toEqual([400, where]);
  });

  it('row 33 names the field of a fault once', async () => {
    const detail = '#/url: leads to an address to which nothing is sent';
    expect(await create({ events, url: 'http://10.0.0.1/' })).toMatchObject({ status: 400, body: { detail } });
  });

  it('row 33 takes null for no headers', async () => {
    expect(await create({ events, url, headers: null })).toMatchObject({ status: 201, body: { headers: {} } });
  });

  it('row 33 keeps a header named __proto__', async () => {
    const answer = await create(`{"events":["transaction-created"],"url":"${url}","headers":{"__proto__":"kept"}}`);
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"headers":{"__proto__":"kept"}');
  });

  it('row 33 refuses values of such headers that are no strings with their pointers', async () => {
    const nested = '{"constructor":{"constructor":"x"},"toString":{"toString":1,"valueOf":2}}';
    const answer = await create(`{"events":["transaction-created"],"url":"${url}","headers":${nested}}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/headers/constructor' }, { pointer: '#/headers/toString' }] },
    });
  });

  it('row 33 accepts 50 events', async () => {
    expect((await create({ events: Array(50).fill('transaction-created'), url })).status).toBe(201);
  });

  it('a client may have 50 webhooks: of many concurrent registrations as many succeed as fit, and a deletion makes room', async () => {
    const api = await other();
    const atOnce = (count: number) =>
      Promise.all(Array.from({ length: count }, () => create({ events, url }, {}, api)));
    for (let made = 0; made < 40; made += 10) await atOnce(10);
    const answers = await atOnce(20);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(refused).toMatchObject({ status: 409, body: { code: 'too-many-webhooks' } });
    const all = (await api.get(base)).body as Webhook[];
    expect(all).toHaveLength(50);
    await api.send('DELETE', `${base}/${all[0]?.id ?? ''}`);
    expect((await create({ events, url }, {}, api)).status).toBe(201);
    expect((await create({ events, url }, {}, api)).status).toBe(409);
    expect((await create({ events, url }, {}, await other())).status).toBe(201);
  });

  it('row 33 registers once per idempotency key', async () => {
    const key = { 'Idempotency-Key': 'register-1' };
    const first = await create({ events, url }, key);
    const second = await create({ events, url }, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it("row 34 lists the client's own webhooks, newest first, in pages on request", async () => {
    const api = await other();
    expect((await api.get(base)).body).toEqual([]);
    const ids = [await created({}, api), await created({}, api), await created({}, api)].map(({ id }) => id).reverse();
    const all = await api.get(base);
    expect((all.body as Webhook[]).map(({ id }) => id)).toEqual(ids);
    expect(Object.keys((all.body as Webhook[])[0] ?? {}).sort()).toEqual(['events', 'headers', 'id', 'url']);
    const page = await api.get(`${base}?limit=2`);
    expect((page.body as Webhook[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const next = new URL(/<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '');
    const rest = await api.get(next.pathname + next.search);
    expect([rest.status, (rest.body as Webhook[]).map(({ id }) => id)]).toEqual([200, ids.slice(2)]);
    expect(rest.headers.get('link')).toBeNull();
  });

  it('row 34 ends a page before large headers make its reply too large', async () => {
    const api = await other();
    const headers = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`h${i}`, 'x'.repeat(4_000)]));
    for (let i = 0; i < 12; i += 1) await created({ headers }, api);
    const found: Webhook[] = [];
    let path: string | undefined = base;
    while (path !== undefined) {
      const answer: ApiAnswer = await api.get(path);
      found.push(...(answer.body as Webhook[]));
      path = /<https?:\/\/[^/]+([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(12);
  });

  it('row 35 answers {deleted: true} once, then 404', async () => {
    const { id } = await created();
    expect(await platform.api.send('DELETE', `${base}/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    const again = await platform.api.send('DELETE', `${base}/${id}`);
    expect(again).toMatchObject({ status: 404, body: { code: 'webhook-not-found' } });
  });

  it('every route answers 404 for a webhook of another client and for a malformed id', async () => {
    const { id } = await created({}, await other());
    for (const which of [id, 'nothing', '%00', "1'"]) {
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/attempts'],
        ['GET', '/secret'],
        ['POST', '/secret:rotate'],
        ['GET', '/set-aside'],
        ['POST', '/set-aside:resend'],
        ['POST', '/batches/01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11:resend'],
        ['POST', ':test'],
        ['POST', ':ping'],
        ['POST', ':enable'],
        ['POST', ':disable'],
        ['POST', ':replay'],
      ] as const) {
        const bodies: Record<string, object> = {
          ':replay': { since: '2026-01-01T00:00:00Z' },
          ':test': { event: 'user-deleted' },
          '': {},
        };
        const body = method === 'GET' || method === 'DELETE' ? undefined : bodies[path];
        const answer = await platform.api.send(method, `${base}/${which}${path}`, body ? { body } : {});
        expect([method, path, which, answer.status]).toEqual([method, path, which, 404]);
      }
    }
  });

  it('needs a client token of scope webhooks', async () => {
    const fresh = platform.api.withToken('x');
    expect((await fresh.get(base)).status).toBe(401);
    const narrow = await platform.api.as(platform.credentials, 'users:read');
    expect((await narrow.post(base, { events, url })).status).toBe(403);
  });

  it('GET, PATCH, :disable and :enable show and change the state of a webhook', async () => {
    const { id } = await created({ headers: { a: 'b' } });
    const fresh = {
      id,
      events,
      url,
      headers: { a: 'b' },
      state: 'enabled',
      disabled: null,
      lanes: 1,
      queue: { waiting: 0, failures: 0, next_attempt_at: null, set_aside: 0 },
      key: null,
      created: expect.any(String),
    };
    expect((await platform.api.get(`${base}/${id}`)).body).toEqual(fresh);
    const change = { events: ['user-deleted'], url: `${url}/2`, headers: {}, lanes: 4 };
    const changed = await platform.api.send('PATCH', `${base}/${id}`, { body: change });
    expect(changed).toMatchObject({ status: 200, body: { ...fresh, ...change } });
    const bad = await platform.api.send('PATCH', `${base}/${id}`, { body: { url: 'http://10.1.1.1/' } });
    expect(pointer(bad)).toEqual([400, '#/url']);
    const disabled = await platform.api.post(`${base}/${id}:disable`);
    expect(disabled).toMatchObject({ status: 200, body: { state: 'disabled', disabled: { reason: 'requested' } } });
    expect((await platform.api.post(`${base}/${id}:disable`)).body).toEqual(disabled.body);
    const enabled = await platform.api.post(`${base}/${id}:enable`);
    expect(enabled).toMatchObject({ status: 200, body: { ...fresh, ...change } });
  });

  it.each([
    ['null for events', { events: null }, '#/events'],
    ['no events at all', { events: [] }, '#/events'],
    ['null for url', { url: null }, '#/url'],
    ['a url that is no string', { url: 7 }, '#/url'],
    ['null for headers', { headers: null }, '#/headers'],
    ['a header that is null', { headers: { a: null } }, '#/headers/a'],
    ['a reserved header', { headers: { Host: 'x' } }, '#/headers/Host'],
    ['no lane', { lanes: 0 }, '#/lanes'],
    ['too many lanes', { lanes: 17 }, '#/lanes'],
    ['lanes that are no integer', { lanes: '2' }, '#/lanes'],
  ])('PATCH refuses %s with 400 and a pointer, and changes nothing', async (_, change, where) => {
    const { id } = await created({ headers: { a: 'b' } });
    expect(pointer(await platform.api.send('PATCH', `${base}/${id}`, { body: change }))).toEqual([400, where]);
    expect((await platform.api.get(`${base}/${id}`)).body).toMatchObject({ events, url, headers: { a: 'b' } });
  });

  it.each(['', null, 'yesterday', '2026-01-01', '2026-01-01T00:00:00', '2999-01-01T00:00:00Z', 7])(
    ':replay refuses since %p',
    async (since) => {
      const { id } = await created();
      expect(pointer(await platform.api.post(`${base}/${id}:replay`, { since }))).toEqual([400, '#/since']);
    },
  );

  it('webhooks are deleted with their client', async () => {
    const answer = await platform.api.post('/api/1/admin/clients', { name: 'Leaving', scopes: ['webhooks'] });
    const client = answer.body as ClientWithSecret;
    const { id } = await created({}, await platform.api.as(client));
    await platform.api.send('DELETE', `/api/1/admin/clients/${client.id}`);
    await eventually(async () => {
      const rows = await platform.webhooks.get(DataSource).query<unknown[]>('SELECT FROM webhook WHERE id = $1', [id]);
      expect(rows).toEqual([]);
    });
  });

  it('headers are sealed in every table, including the recorded answers', async () => {
    const headers = { Authorization: 'Bearer very-secret' };
    const { body, text } = await create({ events, url, headers }, { 'Idempotency-Key': 'sealed' });
    const { id } = body as Webhook;
    await platform.api.send('PATCH', `${base}/${id}`, { body: { headers } });
    await platform.api.post(`${base}/${id}:disable`, undefined, { 'Idempotency-Key': 'sealed-too' });
    const rows = await dump(platform.webhooks);
    expect(rows).toContain(id);
    expect(rows).not.toContain('very-secret');
    expect((await platform.api.get(`${base}/${id}`)).body).toMatchObject({ headers });
    expect((await create({ events, url, headers }, { 'Idempotency-Key': 'sealed' })).text).toBe(text);
  });
});
