import type { LoggedEvent } from '@ces/contracts/events/events';
import type { ProblemJson } from '@ces/contracts/problems';
import { Platform } from '../platform/platform.js';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { EventWorld, problem } from '../platform/event-world.js';

describe('batches of events, their validation and the log of a user', () => {
  let platform: Platform;
  let world: EventWorld;
  let user: string;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = await new EventWorld(platform).prepare();
    user = world.user;
  });

  afterAll(() => platform.stop());

  const newUser = () => world.newUser();
  const define = (name: string, more?: object) => world.define(name, more);
  const log = (of?: string) => world.log(of);

  it('accepts a batch in order, with an answer for each event', async () => {
    const someone = await newUser();
    const items = [
      { user_id: someone, event_name: 'purchase', data: { amount: 1 }, id: 'b-1' },
      { user_id: someone, event_name: 'purchase', data: { amount: 0 } },
      { user_id: 'nobody', event_name: 'purchase', data: { amount: 1 } },
      { user_id: someone, event_name: 'purchase', data: { amount: 2 }, id: 'b-2', time: '2026-01-02T03:04:05Z' },
      { user_id: someone, event_name: 'purchase' },
    ];
    const answer = await platform.api.post('/api/1/terminal/events:batch', items);
    expect(answer.status).toBe(207);
    expect((answer.body as { status: number }[]).map((each) => each.status)).toEqual([202, 422, 404, 202, 400]);
    const again = await platform.api.post('/api/1/terminal/events:batch', items);
    expect((again.body as { replayed?: boolean }[]).map((each) => each.replayed)).toEqual([
      true,
      undefined,
      undefined,
      true,
      undefined,
    ]);
    expect((await log(someone)).map((each) => each.data)).toEqual([{ amount: 2 }, { amount: 1 }]);
  });

  it('names faults of data by their place in the batch', async () => {
    const item = (data: object) => ({ user_id: user, event_name: 'purchase', data });
    const answer = await platform.api.post('/api/1/terminal/events:batch', [item({ amount: 1 }), item({ amount: -1 })]);
    const [, refused] = answer.body as { problem: ProblemJson }[];
    expect(refused?.problem.errors).toMatchObject([{ pointer: '#/1/data/amount' }]);
    expect(refused?.problem.detail).toMatch(/^#\/1\/data\/amount: /);
  });

  it('refuses by itself an event that a parser or database would alter, and one that is nested too deeply', async () => {
    await define('open', { properties: {}, required: [] });
    const nested = (levels: number) => `${'{"n":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    const item = (data: string) => `{"user_id": "${user}", "event_name": "open", "data": ${data}}`;
    const post = async (...data: string[]) =>
      (await platform.api.post('/api/1/terminal/events:batch', `[${data.map(item).join()}]`)).body as {
        status: number;
        problem?: ProblemJson;
      }[];
    const answers = await post('{"n": 1}', '{"n": -0.0}', '{"n": 1, "n": 2}', nested(64), nested(65), nested(20_000));
    expect(answers.map(({ status, problem: { code, errors } = {} }) => [status, code, errors?.[0]?.pointer])).toEqual([
      [202, undefined, undefined],
      [400, 'negative-zero', '#/1/data/n'],
      [400, 'key-duplicated', '#/2/data/n'],
      [202, undefined, undefined],
      [400, 'nesting-too-deep', expect.stringMatching(/^#\/4\/data(\/n)*$/)],
      [400, 'nesting-too-deep', expect.stringMatching(/^#\/5\/data(\/n)*$/)],
    ]);
    expect((await post('{}, "data": {}', '{}')).map(({ status }) => status)).toEqual([400, 202]);
  });

  it('refuses a batch that is no JSON as a whole, however it is nested', async () => {
    for (const text of ['['.repeat(1_000_000), `[{"data": -0, "data": 1}`, '[]]'])
      expect(problem(await platform.api.post('/api/1/terminal/events:batch', text))).toEqual({
        status: 400,
        code: 'malformed-json',
      });
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(problem(await platform.api.post('/api/1/terminal/events:batch', deep))).toEqual({
      status: 400,
      code: 'validation-failed',
    });
  });

  describe('a batch with a key', () => {
    interface Result {
      status: number;
      replayed?: boolean;
    }
    const item = (user_id: string, amount: number, more?: object) => ({
      ...{ user_id, event_name: 'purchase', data: { amount } },
      ...more,
    });
    const post = async (key: string, body: object[]) => {
      const answer = await platform.api.post('/api/1/terminal/events:batch', body, { 'Idempotency-Key': key });
      return { ...answer, results: answer.body as Result[], replay: answer.headers.get('idempotent-replayed') };
    };
    const amounts = async (of: string) => (await log(of)).map(({ data }) => (data as { amount: number }).amount);

    it('gets its first answer again', async () => {
      const someone = await newUser();
      for (const [key, items] of Object.entries({
        accepted: [item(someone, 1), item(someone, 2)],
        partly: [item(someone, 3), item(someone, -1)],
        named: [item(someone, 4), item(someone, 5, { id: 'named' })],
      })) {
        const [first, again] = [await post(key, items), await post(key, items)];
        expect([first.status, first.replay, again.replay]).toEqual([207, null, 'true']);
        expect(again.body).toEqual(first.body);
      }
      expect(await amounts(someone)).toEqual([5, 4, 3, 2, 1]);
    });

    it('is refused as a whole if another event stands where one was accepted, or none', async () => {
      const someone = await newUser();
      const items = [item(someone, 1), item(someone, -1), item(someone, 3)];
      await post('bound', items);
      for (const other of [
        [...items].reverse(),
        items.slice(0, 2),
        [item(someone, 4), ...items.slice(1)],
        [...items.slice(0, 2), item(await newUser(), 3)],
        [...items.slice(0, 2), item(someone, 3, { id: 'own' })],
        [...items.slice(0, 2), item('nobody', 3)],
      ])
        expect(problem(await post('bound', other))).toEqual({ status: 422, code: 'idempotency-key-reused' });
      expect(await amounts(someone)).toEqual([3, 1]);
    });

    it('may be sent again with events mended that were refused, and accepts only these', async () => {
      const someone = await newUser();
      await post('mended', [item(someone, 1), item(someone, -2)]);
      const mended = await post('mended', [item(someone, 1), item(someone, 2)]);
      expect(mended.replay).toBeNull();
      expect(mended.results.map(({ status, replayed }) => [status, replayed])).toEqual([
        [202, true],
        [202, undefined],
      ]);
      expect(problem(await post('mended', [item(someone, 1), item(someone, 3)]))).toMatchObject({ status: 422 });
      expect(await amounts(someone)).toEqual([2, 1]);
    });
  });

  it('keeps hostile names in the data of a batch as they are', async () => {
    await define('open', { properties: {}, required: [] });
    const data = '{"constructor": {"constructor": 1}, "__proto__": {"a": 1}, "toString": [1.0]}';
    const body = `[{"user_id": "${user}", "event_name": "open", "data": ${data}, "constructor": {"x": 1}}]`;
    const answer = await platform.api.post('/api/1/terminal/events:batch', body);
    expect((answer.body as { status: number }[]).map((each) => each.status)).toEqual([202]);
    expect(JSON.stringify((await log())[0]?.data)).toBe(JSON.stringify(JSON.parse(data)));
    const admin = await platform.api.post('/api/1/admin/clients', '{"name": {"constructor": "x"}, "scopes": []}');
    expect(problem(admin)).toEqual({ status: 400, code: 'validation-failed' });
  });

  it('ends a page where it would get too large', async () => {
    const someone = await newUser();
    await define('large', { properties: {}, required: [] });
    for (let i = 0; i < 20; i += 1)
      await platform.api.post(`/api/1/terminal/${someone}/events/large`, { i, x: 'x'.repeat(60_000) });
    const first = await platform.api.get(`/api/1/terminal/${someone}/events`);
    expect(first.status).toBe(200);
    expect((first.body as LoggedEvent[]).length).toBeLessThan(20);
    expect(first.headers.get('link')).toContain('rel="next"');
  });

  it('validates data without accepting an event', async () => {
    const before = (await log()).length;
    const good = await platform.api.post('/api/1/terminal/events/purchase:validate', { amount: 1 });
    expect(good).toMatchObject({ status: 200, body: { event_name: 'purchase', version: 1, valid: true } });
    expect((await platform.api.post('/api/1/terminal/events/purchase:validate', { amount: -1 })).status).toBe(422);
    expect((await log()).length).toBe(before);
  });

  it('pages through the log of a user, newest first', async () => {
    const someone = await newUser();
    for (let amount = 1; amount <= 5; amount += 1)
      await platform.api.post(`/api/1/terminal/${someone}/events/purchase`, { amount });
    const seen: unknown[] = [];
    let next: string | undefined = `/api/1/terminal/${someone}/events?limit=2`;
    while (next !== undefined) {
      const page: ApiAnswer = await platform.api.get(next);
      seen.push(...(page.body as LoggedEvent[]).map((each) => each.data));
      next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.slice(platform.url.length);
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((amount) => ({ amount })));
  });
});
