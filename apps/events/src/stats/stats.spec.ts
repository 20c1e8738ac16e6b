import { statsOfEvent, statsOfEvents, type EventStats } from '@ces/contracts/events/event-stats';
import { noteRefusals } from '@ces/contracts/events/event-tail';
import { userErased } from '@ces/contracts/identity/erasure';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { EventWorld } from '../../test/event-world.js';
import { StatStore } from './stat.store.js';

describe('the statistics of an event', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    for (const name of ['purchase', 'visit', 'erased', 'refused', 'old']) await world.define(name);
  });

  afterAll(() => world.stop());

  const stats = async (event_name: string, more: object = {}): Promise<EventStats[]> =>
    (await world.service.bus.call(statsOfEvent, { event_name, ...more })).items;
  const count = () => world.service.app.get(Chores).runNow('count-events');
  const counted = () =>
    eventually(async () => {
      await count();
      const [left] = await world.sql<{ left: string }>(
        'SELECT coalesce(max(seq), 0) - (SELECT seq FROM event_stat_position) AS left FROM event_log',
      );
      expect(Number(left?.left)).toBeLessThanOrEqual(0);
    });

  it('count each accepted event once, before and after it is counted', async () => {
    await world.sendAll([{}, {}, { event_name: 'visit' }, { data: '{"amount": 0}' }]);
    await world.send({ key: 'once' });
    await world.send({ key: 'once' });
    const at = expect.stringMatching(/T\d\d:00:00\.000Z$/) as string;
    const expected = [{ at, accepted: 3, refused: {} }];
    expect(await stats('purchase', { bucket: 'hour' })).toEqual(expected);
    await counted();
    expect(await stats('purchase', { bucket: 'hour' })).toEqual(expected);
    await world.send();
    expect(await stats('purchase')).toMatchObject([{ accepted: 4 }]);
    await counted();
    expect(await stats('purchase')).toMatchObject([{ accepted: 4 }]);
    const { items } = await world.service.bus.call(statsOfEvents, { bucket: 'hour' });
    expect(items).toEqual([{ at, accepted: 5, refused: {} }]);
  });

  it('are summed by hour or day in UTC, newest first, from a moment on, in pages', async () => {
    await world.sql(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
       SELECT gen_random_uuid(), 'user', 'old', 1, 'shop', '{}', at::timestamptz, false
         FROM unnest(ARRAY['2026-03-01T09:59:59Z', '2026-03-01T10:00:00Z', '2026-03-01T10:30:00Z', '2026-03-02T00:00:00Z']) at`,
    );
    const bucketsOf = async (more: object) => (await stats('old', more)).map(({ at, accepted }) => [at, accepted]);
    const hours = [
      ['2026-03-02T00:00:00.000Z', 1],
      ['2026-03-01T10:00:00.000Z', 2],
      ['2026-03-01T09:00:00.000Z', 1],
    ];
    for (const isCounted of [false, true]) {
      if (isCounted) await counted();
      expect(await bucketsOf({ bucket: 'hour' })).toEqual(hours);
      expect(await bucketsOf({ bucket: 'hour', since: '2026-03-01T10:20:00Z' })).toEqual(hours.slice(0, 2));
      expect(await bucketsOf({})).toEqual([
        ['2026-03-02T00:00:00.000Z', 1],
        ['2026-03-01T00:00:00.000Z', 3],
      ]);
      expect(await bucketsOf({ bucket: 'hour', limit: 1 })).toEqual(hours.slice(0, 1));
      expect(await bucketsOf({ bucket: 'hour', cursor: hours[0]?.[0] })).toEqual(hours.slice(1));
    }
    const ofAll = (more: object) => world.service.bus.call(statsOfEvents, { limit: 2, ...more });
    const items = hours.slice(1).map(([at, accepted]) => ({ at, accepted, refused: {} }));
    expect(await ofAll({ bucket: 'hour', cursor: '2026-03-01T11:00:00.000Z' })).toEqual({ items, next: null });
    const empty = { items: [], next: '2026-03-01T11:00:00.000Z' };
    expect(await ofAll({ bucket: 'hour', cursor: '2026-03-01T13:00:00.000Z' })).toEqual(empty);
  });

  it.each([true, false])('keep the events of an erased user, which were counted before: %p', async (before) => {
    const [{ accepted } = { accepted: 0 }] = await stats('erased');
    const user_id = `E${String(before)}`.padEnd(25, 'x');
    await world.sendAll([
      { event_name: 'erased', user_id },
      { event_name: 'erased', user_id },
    ]);
    if (before) await counted();
    await tellFacts(world.service.messaging.nats, userErased, [{ user_id }]);
    await eventually(async () => {
      expect(await world.sql('SELECT FROM event_log WHERE user_id = $1', [user_id])).toEqual([]);
    });
    expect(await stats('erased')).toMatchObject([{ accepted: accepted + 2 }]);
    await counted();
    expect(await stats('erased')).toMatchObject([{ accepted: accepted + 2 }]);
  });

  it('count sets of so many positions of the log, each event once, and go on behind a gap', async () => {
    const [store, transactions] = [world.service.app.get(StatStore), world.service.app.get(Transactions)];
    const numberOf = async (text: string): Promise<number> =>
      Number((await transactions.open.query<{ number: string }[]>(text))[0]?.number);
    const found: Record<string, number> = {};
    const counting = transactions.run(async () => {
      const counted = `SELECT sum(events) AS number FROM event_stat WHERE event_name = 'old'`;
      const before = await numberOf(counted);
      await transactions.open.query(`SELECT nextval('event_log_seq') FROM generate_series(1, 7000)`);
      await transactions.open.query(
        `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
         SELECT gen_random_uuid(), 'user', 'old', 1, 'shop', '{}', now(), false FROM generate_series(1, 30000)`,
      );
      await transactions.open.query('UPDATE event_log_position SET seq = (SELECT max(seq) FROM event_log)');
      await store.lockPosition();
      for (found['sets'] = 1; (await store.countNext(5_000)) === 'more';) found['sets'] += 1;
      found['counted'] = (await numberOf(counted)) - before;
      throw new Error('taken back');
    });
    await expect(counting).rejects.toThrow('taken back');
    expect(found).toMatchObject({ sets: 8, counted: 30_000 });
  });

  it('count refusals by their code, for names that are defined', async () => {
    const counts = [
      { event_name: 'refused', code: 'event-data-invalid', events: 2 },
      { event_name: 'refused', code: 'user-not-found', events: 1 },
      { event_name: 'made-up', code: 'event-not-defined', events: 9 },
    ];
    await world.service.bus.call(noteRefusals, { refusals: [], counts });
    await world.service.bus.call(noteRefusals, { refusals: [], counts: counts.slice(0, 1) });
    expect(await stats('refused')).toMatchObject([
      { accepted: 0, refused: { 'event-data-invalid': 4, 'user-not-found': 1 } },
    ]);
    await expect(stats('made-up')).rejects.toMatchObject({ code: 'event-not-defined' });
    expect(await world.sql(`SELECT FROM event_stat WHERE event_name = 'made-up'`)).toEqual([]);
  });

  it('answer 503 while an old log is still being counted', async () => {
    await world.sql('UPDATE event_stat_position SET seq = seq - 2000000');
    await expect(stats('visit')).rejects.toMatchObject({ status: 503 });
    await world.sql('UPDATE event_stat_position SET seq = seq + 2000000');
    expect(await stats('visit')).toMatchObject([{ accepted: 1 }]);
  });

  it('forget hours that are older than 400 days', async () => {
    await world.sql(
      `INSERT INTO event_stat SELECT 'visit', date_trunc('hour', now() - interval '401 days', 'UTC'), '', 5`,
    );
    await world.service.app.get(Chores).runNow('forget-event-stats');
    expect(await stats('visit')).toHaveLength(1);
  });

  it('are read no longer than a caller waits', async () => {
    const limits: unknown[] = [];
    const find = async () => {
      limits.push(await world.service.app.get(Transactions).current.query('SHOW statement_timeout'));
      return [];
    };
    Object.assign(world.service.app.get(StatStore), { find });
    await world.service.bus.call(statsOfEvents, {});
    expect(limits).toEqual([[{ statement_timeout: '5s' }]]);
  });
});
