import { validateEvents } from '@ces/contracts/events/events';
import { EventWorld } from '../../test/event-world.js';

describe('the intake of events, row 2', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('purchase');
    await world.define('anything', { properties: {}, required: [] });
  });

  afterAll(() => world.stop());

  it('accepts an event and writes it to the log', async () => {
    expect(await world.send({ user_id: 'logged', data: '{"amount": 5}' })).toMatchObject({
      accepted: { event_name: 'purchase', version: 1, status: 'accepted' },
      replayed: false,
    });
    expect(await world.log('logged')).toEqual([{ amount: 5 }]);
  });

  it('answers in the order of the submissions, and refuses only those that are invalid', async () => {
    const results = await world.sendAll([
      { user_id: 'ordered', data: '{"amount": 1}' },
      { user_id: 'ordered', data: '{"amount": 0.5}' },
      { user_id: 'ordered', event_name: 'never-defined' },
      { user_id: 'ordered', data: '{"amount": ' },
      { user_id: 'ordered', data: '[1]' },
      { user_id: 'ordered', data: '{"amount": 2}' },
    ]);
    expect(results).toMatchObject([
      { accepted: {} },
      { problem: { code: 'event-data-invalid', errors: [{ pointer: '#/amount' }, { pointer: '#/amount' }] } },
      { problem: { code: 'event-not-defined' } },
      { problem: { code: 'malformed-json' } },
      { problem: { code: 'event-data-invalid', errors: [{ pointer: '#' }] } },
      { accepted: {} },
    ]);
    expect(await world.log('ordered')).toEqual([{ amount: 2 }, { amount: 1 }]);
  });

  it('keeps hostile names and every number as they were sent, or refuses them', async () => {
    const data =
      '{"__proto__": {"a": 1}, "constructor": 2, "toString": 1.50, "big": 9007199254740991, "text": "\\u0000\\ud83d\\ude00"}';
    const sent = { user_id: 'hostile', event_name: 'anything' };
    expect(await world.send({ ...sent, data })).toMatchObject({ accepted: {} });
    const [kept] = await world.log('hostile');
    expect(JSON.stringify(kept)).toBe(JSON.stringify(JSON.parse(data)));
    expect(await world.send({ ...sent, data: '{"a": [1, 12345678901234567890]}' })).toMatchObject({
      problem: { errors: [{ pointer: '#/a/1', code: 'number-not-exact' }] },
    });
  });

  it('follows a new definition from its answer on, in every replica', async () => {
    await world.service.replica();
    for (let limit = 1; limit <= 20; limit += 1) {
      await world.define('moving', { properties: { amount: { type: 'integer', maximum: limit } } });
      const moving = (amount: number) => world.send({ event_name: 'moving', data: JSON.stringify({ amount }) });
      expect(await moving(limit)).toMatchObject({ accepted: { version: limit } });
      expect(await moving(limit + 1)).toMatchObject({ problem: { code: 'event-data-invalid' } });
    }
  });

  it('names at most 100 faults, shortened, fewer where many events are refused, and refuses no other event with them', async () => {
    await world.define('strict', {
      properties: {},
      required: [],
      additionalProperties: { type: 'array', items: { type: 'string' } },
    });
    const data = JSON.stringify({ [`é${'k'.repeat(30_000)}`]: Array<number>(10_000).fill(1) });
    const [refused, accepted] = await world.sendAll([{ event_name: 'strict', data }, {}]);
    expect(refused).toMatchObject({ problem: { code: 'event-data-invalid' } });
    expect(JSON.stringify(refused).length).toBeLessThan(100_000);
    expect(accepted).toMatchObject({ accepted: {} });

    // The answers of one call together fit into a message of NATS.
    const many = Array<object>(255).fill({
      event_name: 'strict',
      data: `{"${'ü'.repeat(300)}": [${'1,'.repeat(99)}1]}`,
    });
    const answers = await world.sendAll([...many, {}]);
    expect(Buffer.byteLength(JSON.stringify(answers))).toBeLessThan(1_048_576);
    expect(answers.filter((each) => 'problem' in each && each.problem.errors?.length)).toHaveLength(255);
    expect(answers.at(-1)).toMatchObject({ accepted: {} });
  });

  it('stops the validation of a pattern that would stall a naive engine', async () => {
    const hostile = { properties: { amount: { type: 'string', pattern: '^(a+)+$' } } };
    await world.define('redos', hostile);
    const data = JSON.stringify({ amount: `${'a'.repeat(60_000)}b` });
    expect(await world.send({ event_name: 'redos', data })).toMatchObject({ problem: { code: 'event-data-invalid' } });
  });

  describe('with an idempotency key', () => {
    it('makes one event of 100 identical submissions, also in one call', async () => {
      const once = { user_id: 'hundred', key: 'hundred' };
      const together = world.sendAll(Array.from({ length: 50 }, () => once));
      const results = [...(await together), ...(await Promise.all(Array.from({ length: 50 }, () => world.send(once))))];
      const ids = results.map((each) => ('accepted' in each ? each.accepted.id : undefined));
      expect(new Set(ids).size).toBe(1);
      expect(results.filter((each) => 'accepted' in each && each.replayed)).toHaveLength(99);
      expect(await world.log('hundred')).toHaveLength(1);
    });

    it('refuses another body with the same key', async () => {
      await world.send({ key: 'reused' });
      expect(await world.send({ key: 'reused', data: '{"amount": 2}' })).toMatchObject({
        problem: { code: 'idempotency-key-reused' },
      });
    });

    it('answers again with the first event when a newer definition refuses it, or none is accepted any more', async () => {
      await world.define('tightened');
      const sent = { user_id: 'tightened', event_name: 'tightened', key: 'tightened', data: '{"amount": 7}' };
      const other = { ...sent, data: '{"amount": 8}' };
      const first = await world.send(sent);
      const again = { ...first, replayed: true };
      const reused = { problem: { code: 'idempotency-key-reused' } };
      await world.define('tightened', { properties: { amount: { type: 'integer', maximum: 5 } } });
      expect(await world.send(sent)).toEqual(again);
      expect(await world.send(other)).toMatchObject(reused);
      expect(await world.send({ ...other, key: 'new' })).toMatchObject({ problem: { code: 'event-data-invalid' } });
      await world.retire('tightened');
      expect(await world.sendAll([sent, other, { ...sent, key: 'new' }])).toMatchObject([
        again,
        reused,
        { problem: { code: 'event-retired' } },
      ]);
      expect(await world.log('tightened')).toHaveLength(1);
    });

    it.each([
      ['client', { client_id: 'other' }],
      ['user', { user_id: 'other' }],
      ['event', { event_name: 'anything' }],
    ])('accepts the same key of another %s', async (_what, other) => {
      await world.send({ key: 'scoped' });
      expect(await world.send({ key: 'scoped', ...other })).toMatchObject({ accepted: {}, replayed: false });
    });

    it('knows the key of a batch within the client, and refuses it for another user', async () => {
      const item = { key: 'item', key_scope: 'batch' as const };
      expect(await world.send(item)).toMatchObject({ replayed: false });
      expect(await world.send(item)).toMatchObject({ replayed: true });
      expect(await world.send({ ...item, user_id: 'other' })).toMatchObject({
        problem: { code: 'idempotency-key-reused' },
      });
    });
  });

  it('validates data that is not sent, and makes no event of it', async () => {
    const count = () => world.sql<{ n: number }>('SELECT count(*)::int AS n FROM event_log');
    const before = await count();
    const submissions = [
      { event_name: 'purchase', data: '{"amount": 1}' },
      { event_name: 'purchase', data: '{"amount": -1}' },
      { event_name: 'never-defined', data: '{}' },
    ];
    expect(await world.service.bus.call(validateEvents, { submissions })).toEqual([
      { accepted: { event_name: 'purchase', version: 1 } },
      { problem: expect.objectContaining({ code: 'event-data-invalid' }) as unknown },
      { problem: expect.objectContaining({ code: 'event-not-defined' }) as unknown },
    ]);
    expect(await count()).toEqual(before);
    await world.sql(`INSERT INTO retired_definition (name, retired_at) VALUES ('anything', now())`);
    await world.sql('UPDATE definition_epoch SET epoch = epoch + 1');
    const ofRetired = { submissions: [{ event_name: 'anything', data: '{}' }] };
    expect(await world.service.bus.call(validateEvents, ofRetired)).toMatchObject([
      { problem: { code: 'event-retired' } },
    ]);
  });
});
