import type { AcceptedEvent } from '@ces/contracts/events/events';
import { Platform } from '../platform/platform.js';
import { EventWorld, problem } from '../platform/event-world.js';

describe('custom events, rows 1 and 2', () => {
  let platform: Platform;
  let world: EventWorld;
  let user: string;

  beforeAll(async () => {
    platform = await Platform.start();
    world = await new EventWorld(platform).prepare();
    user = world.user;
  }, 60_000);

  afterAll(() => platform.stop());

  const definition = (name: string, more?: object) => world.definition(name, more);
  const define = (name: string, more?: object) => world.define(name, more);
  const send = (data: unknown, headers?: Record<string, string>, name?: string) => world.send(data, headers, name);
  const log = (of?: string) => world.log(of);

  describe('row 1', () => {
    it('creates a definition, and a second version when it changes', async () => {
      const first = await define('lifecycle');
      expect(first).toMatchObject({
        status: 200,
        body: { event_name: 'lifecycle', version: 1, status: 'created', definition: definition('lifecycle') },
      });
      expect(await define('lifecycle')).toMatchObject({ status: 200, body: { version: 1, status: 'unchanged' } });
      expect(await define('lifecycle', { title: 'other' })).toMatchObject({
        status: 200,
        body: { version: 2, status: 'updated' },
      });
      const versions = await platform.api.get('/api/1/terminal/events/lifecycle/versions');
      expect(versions.body).toMatchObject([{ version: 2 }, { version: 1 }]);
      const old = await platform.api.get('/api/1/terminal/events/lifecycle?version=1');
      expect(old.body).toMatchObject({ version: 1, definition: { title: 'lifecycle' } });
    });

    it('lists definitions page by page', async () => {
      await define('list-a');
      await define('list-b');
      const first = await platform.api.get('/api/1/terminal/events?limit=1');
      const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await platform.api.get(next.slice(platform.url.length));
      expect([first.body, second.body]).toMatchObject([[{ event_name: 'list-b' }], [{ event_name: 'list-a' }]]);
    });

    it.each([
      ['an $id that is not the address', { $id: 'http://elsewhere.example/x' }, '#/$id'],
      ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '#/$schema'],
      ['another type', { type: 'array' }, '#/type'],
      ['what is no schema', { properties: { a: { type: 'nothing' } } }, '#/properties/a/type'],
      ['a remote reference', { properties: { a: { $ref: 'http://127.0.0.1:1234/x.json' } } }, '#/properties/a/$ref'],
    ])('refuses %s, and says where', async (_what, change, pointer) => {
      const answer = await define('refused', change);
      expect(problem(answer)).toEqual({ status: 422, code: 'event-schema-refused' });
      expect((answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)).toContain(pointer);
    });

    it('refuses 6,000 properties and nesting of 100,000 at once', async () => {
      const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`p${i}`, {}]));
      expect(problem(await define('many', { properties: many }))).toEqual({
        status: 422,
        code: 'event-schema-refused',
      });
      const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      expect(problem(await platform.api.put('/api/1/terminal/events/deep', deep))).toEqual({
        status: 400,
        code: 'nesting-too-deep',
      });
    });

    it('refuses a body over 128 KiB and a name that is none', async () => {
      const large = await define('large', { description: 'x'.repeat(128 * 1024) });
      expect(problem(large)).toEqual({ status: 413, code: 'body-too-large' });
      expect(problem(await platform.api.put('/api/1/terminal/events/No%20Name', definition('No Name')))).toEqual({
        status: 400,
        code: 'parameter-invalid',
      });
    });
  });

  describe('row 2', () => {
    it('accepts an event and shows it in the log of the user', async () => {
      const answer = await send({ amount: 5 });
      expect(answer).toMatchObject({ status: 202, body: { event_name: 'purchase', version: 1, status: 'accepted' } });
      const { id, received_at } = answer.body as AcceptedEvent;
      expect(await log()).toContainEqual({
        id,
        event_name: 'purchase',
        version: 1,
        received_at,
        time: null,
        data: { amount: 5 },
        campaigns: null,
      });
    });

    it('names every fault of the data by its pointer', async () => {
      const answer = await send({ amount: 0.5 });
      expect(problem(answer)).toEqual({ status: 422, code: 'event-data-invalid' });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      const { errors } = answer.body as { errors: object[] };
      expect(errors).toHaveLength(2);
      for (const fault of errors) expect(fault).toMatchObject({ pointer: '#/amount' });
    });

    it('does not know an event that is not defined, nor a user that is not there', async () => {
      expect(problem(await send({}, {}, 'never-defined'))).toEqual({ status: 404, code: 'event-not-defined' });
      for (const id of ['A'.repeat(25), 'short', '%00']) {
        const answer = await platform.api.post(`/api/1/terminal/${id}/events/purchase`, { amount: 1 });
        expect(problem(answer)).toEqual({ status: 404, code: 'user-not-found' });
      }
    });

    it('judges by a new definition as soon as it was answered 200', async () => {
      for (let limit = 1; limit <= 20; limit += 1) {
        await define('moving', { properties: { amount: { type: 'integer', maximum: limit } } });
        expect((await send({ amount: limit }, {}, 'moving')).status).toBe(202);
        expect((await send({ amount: limit + 1 }, {}, 'moving')).status).toBe(422);
      }
    });

    it('makes one event of 100 identical requests with one key', async () => {
      const before = (await log()).length;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => send({ amount: 7 }, { 'Idempotency-Key': 'hundred' })),
      );
      expect(new Set(answers.map((each) => each.text)).size).toBe(1);
      expect(answers.filter((each) => each.headers.get('idempotent-replayed') === 'true')).toHaveLength(99);
      expect((await log()).length).toBe(before + 1);
    });

    it('refuses a key that comes with another body', async () => {
      await send({ amount: 1 }, { 'Idempotency-Key': 'reused' });
      expect(problem(await send({ amount: 2 }, { 'Idempotency-Key': 'reused' }))).toEqual({
        status: 422,
        code: 'idempotency-key-reused',
      });
    });

    it('knows a CloudEvent by source and id, and keeps its time', async () => {
      const headers = { 'ce-id': '1', 'ce-source': '/shop', 'ce-time': '2026-01-02T03:04:05Z' };
      const first = await send({ amount: 3 }, headers);
      const again = await send({ amount: 3 }, headers);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect((await log()).find((each) => each.id === (first.body as AcceptedEvent).id)?.time).toBe(
        '2026-01-02T03:04:05.000Z',
      );
      expect(problem(await send({ amount: 3 }, { ...headers, 'ce-time': 'yesterday' }))).toMatchObject({ status: 400 });
    });

    it('keeps hostile names and every number as they were sent, or refuses them', async () => {
      await define('anything', { properties: {}, required: [] });
      const data =
        '{"__proto__": {"a": 1}, "constructor": 2, "toString": 1.50, "big": 9007199254740991, "text": "\\u0000\\ud83d\\ude00"}';
      const answer = await send(data, {}, 'anything');
      expect(answer.status).toBe(202);
      const [kept] = await log();
      expect(JSON.stringify(kept?.data)).toBe(JSON.stringify(JSON.parse(data)));
      const refused = await send('{"a": [1, 12345678901234567890]}', {}, 'anything');
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '#/a/1', code: 'number-not-exact' }] },
      });
    });

    it.each([
      ['no JSON', '{"amount": ', 400, 'malformed-json'],
      ['nothing', '', 400, 'malformed-json'],
      ['too much', `{"amount": 1, "x": "${'x'.repeat(64 * 1024)}"}`, 413, 'body-too-large'],
      ['another type than object', '[1]', 422, 'event-data-invalid'],
    ])('refuses a body that is %s', async (_what, body, status, code) => {
      expect(problem(await platform.api.send('POST', `/api/1/terminal/${user}/events/purchase`, { body }))).toEqual({
        status,
        code,
      });
    });

    it('refuses another content type and bytes that are no UTF-8', async () => {
      const type = await send('amount=1', { 'Content-Type': 'application/x-www-form-urlencoded' });
      expect(problem(type)).toEqual({ status: 415, code: 'media-type-unsupported' });
      const answer = await fetch(`${platform.url}/api/1/terminal/${user}/events/purchase`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${platform.api.bearer}`, 'Content-Type': 'application/json' },
        body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      });
      expect(answer.status).toBe(400);
    });

    it.each(['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+20:00', 'x'.repeat(300)])(
      'refuses the time %s, and harms no event that came with it',
      async (time) => {
        const [refused, ...others] = await Promise.all([
          send({ amount: 1 }, { 'ce-id': 't', 'ce-time': time }),
          ...Array.from({ length: 10 }, () => send({ amount: 1 })),
        ]);
        expect(refused.status).toBe(400);
        expect(others.map((each) => each.status)).toEqual(Array(10).fill(202));
      },
    );

    it('says many and long faults in an answer of decent size, and harms no event that came with it', async () => {
      await define('strict', {
        properties: {},
        required: [],
        additionalProperties: { type: 'array', items: { type: 'string' } },
      });
      const [refused, ...others] = await Promise.all([
        send({ [`é${'k'.repeat(30_000)}`]: Array(10_000).fill(1) }, {}, 'strict'),
        ...Array.from({ length: 10 }, () => send({ amount: 1 })),
      ]);
      expect(problem(refused)).toEqual({ status: 422, code: 'event-data-invalid' });
      expect(refused.text.length).toBeLessThan(100_000);
      expect(others.map((each) => each.status)).toEqual(Array(10).fill(202));
    });

    it.each(['%00', '%zz', '%ff', 'a%20b', '..%2f'])(
      'knows no definition named %s, whatever is asked of it',
      async (name) => {
        for (const path of [`events/${name}`, `events/${name}/versions`, `events/${name}?version=99999999999`]) {
          expect([400, 404]).toContain((await platform.api.get(`/api/1/terminal/${path}`)).status);
        }
        for (const cursor of ['1', 'WyIxIiwiYSJd', 'WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMDAwMFoiLCJhXHUwMDAwIl0']) {
          expect((await platform.api.get(`/api/1/terminal/events?cursor=${cursor}`)).status).toBe(400);
        }
      },
    );

    it('survives a pattern that would stall a naive engine', async () => {
      const hostile = await define('redos', { properties: { amount: { type: 'string', pattern: '^(a+)+$' } } });
      expect([200, 422]).toContain(hostile.status);
      if (hostile.status === 200)
        expect((await send({ amount: `${'a'.repeat(60_000)}b` }, {}, 'redos')).status).toBe(422);
      expect((await send({ amount: 1 })).status).toBe(202);
    });
  });
});
