import type { AcceptedEvent } from '@ces/contracts/events/events';
import { Platform } from '../platform/platform.js';
import { EventWorld, problem } from '../platform/event-world.js';

describe('custom events over HTTP, row 2', () => {
  let platform: Platform;
  let world: EventWorld;
  let user: string;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = await new EventWorld(platform).prepare();
    user = world.user;
  });

  afterAll(() => platform.stop());

  const define = (name: string, more?: object) => world.define(name, more);
  const send = (data: unknown, headers?: Record<string, string>, name?: string) => world.send(data, headers, name);
  const log = (of?: string) => world.log(of);

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
      campaigns: [],
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

  it('refuses an event that is not defined, and a user that does not exist', async () => {
    expect(problem(await send({}, {}, 'never-defined'))).toEqual({ status: 404, code: 'event-not-defined' });
    for (const id of ['A'.repeat(25), 'short', '%00']) {
      const answer = await platform.api.post(`/api/1/terminal/${id}/events/purchase`, { amount: 1 });
      expect(problem(answer)).toEqual({ status: 404, code: 'user-not-found' });
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

  it('refuses a key that was sent with another body', async () => {
    await send({ amount: 1 }, { 'Idempotency-Key': 'reused' });
    expect(problem(await send({ amount: 2 }, { 'Idempotency-Key': 'reused' }))).toEqual({
      status: 422,
      code: 'idempotency-key-reused',
    });
  });

  it('recognises a CloudEvent by source and id, and keeps its time', async () => {
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

  it('refuses another content type, and bytes that are not UTF-8', async () => {
    const type = await send('amount=1', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(problem(type)).toEqual({ status: 415, code: 'media-type-unsupported' });
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect((await platform.api.post(`/api/1/terminal/${user}/events/purchase`, bytes)).status).toBe(400);
  });

  it.each(['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+24:00', 'x'.repeat(300)])(
    'refuses the time %s, and no event that came with it',
    async (time) => {
      const [refused, ...others] = await Promise.all([
        send({ amount: 1 }, { 'ce-id': 't', 'ce-time': time }),
        ...Array.from({ length: 10 }, () => send({ amount: 1 })),
      ]);
      expect(refused.status).toBe(400);
      expect(others.map((each) => each.status)).toEqual(Array(10).fill(202));
    },
  );

  it('shortens many long faults, and refuses no event that came with them', async () => {
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
});
