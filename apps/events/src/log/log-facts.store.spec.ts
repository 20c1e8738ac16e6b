import { DatabaseConfig } from '@ces/service/config/config';
import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { fenced, Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { eventAccepted } from '@ces/contracts/events/events';
import type { Unmarked, WaitingFact } from '@ces/messaging/facts/fact-source';
import { subjectOf } from '@ces/messaging/facts/outbox';
import { RelayStateStore } from '@ces/messaging/facts/publish/relay-state.store';
import { idsBefore, newId } from '@ces/messaging/storage/ids';
import { testConfig } from '@ces/testing/services/test-config';
import { DataSource, type EntityManager } from 'typeorm';
import { events } from '../events.module.js';
import { appendLock } from './append-lock.js';
import { LogFactsStore } from './log-facts.store.js';
import { LogRecordsStore } from './log-records.store.js';

describe('the facts of the event log', () => {
  let database: PrivateDatabase;
  let sql: DataSource;
  let transactions: Transactions;
  let facts: LogFactsStore;

  beforeEach(async () => {
    database = await privateDatabase('log-facts', async (url) => {
      await migrate(url, events.schema);
    });
    const config = testConfig(DatabaseConfig, { DATABASE_URL: database.url });
    sql = await new DataSource(databaseOptions(config, events.schema)).initialize();
    transactions = new Transactions(sql);
    facts = new LogFactsStore(transactions);
  });

  afterEach(async () => {
    await sql.destroy();
    await database.drop();
  });

  const append = async (tx: EntityManager, name: string, used = true) => {
    await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [appendLock]);
    await tx.query(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
       VALUES ($1, 'u', $2, 1, 'c', '{}', now(), $3)`,
      [newId(), name, used],
    );
  };
  const waiting = async (limit = 10, unmarked: Unmarked[] = []) => (await facts.waiting(limit, unmarked)).facts;
  const marksOf = (some: WaitingFact[]): Unmarked[] =>
    some.map(({ position, messageId, base = '' }) => ({ position, messageId, base }));
  const mark = (some: Unmarked[]) =>
    new RelayStateStore(transactions).writeInTurn(facts.stream, [facts.published(some)]);
  const names = async () =>
    (await waiting()).map((fact) => (JSON.parse(fact.payload) as { event_name: string }).event_name);

  it('wait for an event that was begun earlier and is committed later', async () => {
    const early = sql.createQueryRunner();
    await early.startTransaction();
    await append(early.manager, 'early');
    await append(sql.manager, 'late');
    const read = names();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await early.commitTransaction();
    await early.release();
    expect(await read).toEqual(['early', 'late']);
  });

  it('tell that more wait behind a gap, because no wake tells the relay of them', async () => {
    await append(sql.manager, 'first');
    const early = sql.createQueryRunner();
    await early.startTransaction();
    await append(early.manager, 'early');
    await append(sql.manager, 'last');
    const read = await facts.waiting(10, []);
    expect([read.facts.length, read.more]).toEqual([1, true]);
    await early.commitTransaction();
    await early.release();
    const rest = await facts.waiting(10, marksOf(read.facts));
    expect([rest.facts.length, rest.more]).toEqual([2, false]);
  });

  it('are read behind those that are published and not marked yet', async () => {
    for (const name of ['a', 'b', 'c']) await append(sql.manager, name);
    const first = marksOf(await waiting(1));
    const second = marksOf(await waiting(1, first));
    expect(await waiting(10, [...first, ...second])).toHaveLength(1);
    await mark([...first, ...second]);
    expect(await names()).toEqual(['c']);
  });

  it('wait on if another event has the position of a published one, as after a failover that lost it', async () => {
    await append(sql.manager, 'new');
    const [fact] = marksOf(await waiting());
    await mark([{ position: fact?.position ?? '', messageId: newId(), base: '0' }]);
    expect(await names()).toEqual(['new']);
  });

  it('skip the gap that a rollback leaves', async () => {
    const lost = sql.createQueryRunner();
    await lost.startTransaction();
    await append(lost.manager, 'lost');
    await append(sql.manager, 'kept');
    await lost.rollbackTransaction();
    await lost.release();
    expect(await names()).toEqual(['kept']);
  });

  it('wait again from the first that is to be repeated, also when others are just being published', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await append(sql.manager, name);
    await mark(marksOf(await waiting()).slice(0, 3));
    const records = new LogRecordsStore(transactions);
    const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
    expect(await records.sums(span)).toMatchObject([{ subject: 'event-log.accepted', count: 4, waiting: 1 }]);
    const [, second, third] = (await records.ids(span, '', 10)).sort();
    await transactions.run(async () => {
      const read = marksOf(await waiting());
      await records.repeat([third ?? '', second ?? '']);
      await mark(read);
    });
    expect(await names()).toEqual(['b', 'c', 'd']);
  });

  it('pass over events of no campaign with the last of each row of them, and stop at a gap as well', async () => {
    for (const name of ['no 1', 'no 2', 'yes', 'no 3', 'no 4']) await append(sql.manager, name, name === 'yes');
    const early = sql.createQueryRunner();
    await early.startTransaction();
    await append(early.manager, 'early');
    await append(sql.manager, 'no 5', false);
    const read = await facts.waiting(10, []);
    expect(read.facts.map(({ position, subject }) => [position, subject !== undefined])).toEqual([
      ['2', false],
      ['3', true],
      ['5', false],
    ]);
    expect(read.more).toBe(true);
    await early.rollbackTransaction();
    await early.release();
    expect(await waiting(10, marksOf(read.facts))).toMatchObject([{ position: '7', subject: undefined }]);
    expect(await facts.waiting(4, [])).toMatchObject({ facts: [{}, {}, { position: '4' }], more: true });
  });

  it('wait until they are published, and wait again after NATS has lost them', async () => {
    for (const name of ['a', 'b']) await append(sql.manager, name);
    await mark(marksOf(await waiting()).slice(0, 1));
    expect(await names()).toEqual(['b']);
    await transactions.run(() => facts.rewind());
    expect(await names()).toEqual(['a', 'b']);
  });

  it('say since when the oldest of them waits, on any connection', async () => {
    expect(await facts.oldestWaiting()).toBeUndefined();
    for (const name of ['a', 'b']) await append(sql.manager, name);
    const times = await sql.query<{ received_at: Date }[]>('SELECT received_at FROM event_log ORDER BY seq');
    expect(await facts.oldestWaiting()).toEqual(times[0]?.received_at);
    await mark(marksOf(await waiting()).slice(0, 1));
    expect(await facts.oldestWaiting()).toEqual(times[1]?.received_at);
  });

  it('tell what was accepted, and only that', async () => {
    const id = newId();
    await sql.query(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, time, received_at, request_id, traceparent, used)
       VALUES ($1, 'u', 'e', 3, 'c', '{"a": 1}', '2026-01-01T00:00:00Z', '2026-11-21T09:30:00.5Z', 'r', 't', true),
              (gen_random_uuid(), 'v', 'e', 3, 'c', '{"b": 2}', NULL, now(), NULL, NULL, false)`,
      [id],
    );
    const [used, unused] = await waiting();
    expect(used).toMatchObject({
      messageId: id,
      subject: subjectOf(eventAccepted, 'u'),
      requestId: 'r',
      traceparent: 't',
    });
    expect(JSON.parse(used?.payload ?? '')).toEqual({
      ...{ id, client_id: 'c', user_id: 'u', event_name: 'e', version: 3, data: '{"a": 1}' },
      ...{ received_at: '2026-11-21T09:30:00.500Z', time: '2026-01-01T00:00:00.000Z' },
    });
    expect(unused).toMatchObject({ subject: undefined, payload: '' });
    expect(await waiting(1)).toHaveLength(1);
  });

  it('are summed by the time of their ids, the used ones alone', async () => {
    const records = new LogRecordsStore(transactions);
    const hour = 3_600_000;
    const from = Math.floor(Date.now() / hour) * hour;
    const ids = [from - 1, from, from + hour - 1, from + hour].map(idsBefore);
    const insert = (some: string[], used: boolean, received = new Date(from)) =>
      sql.query(
        `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at, used)
         SELECT id, 'u', 'e', 1, 'c', '{}', $2, $3 FROM unnest($1::uuid[]) AS id`,
        [some, received, used],
      );
    await insert(ids, true);
    await insert([newId(from + 5)], false);
    const [before = '', begin = '', end = ''] = ids;
    const sums = (since: number, until: number) => records.sums({ from: since, until });
    const [sum] = await sums(from, from + hour);
    expect(sum).toMatchObject({ count: 2, waiting: 2 });
    expect((await records.ids({ from, until: from + hour }, '', 10)).sort()).toEqual([begin, end].sort());
    expect(await records.ids({ from, until: from + hour }, '', 1)).toHaveLength(1);
    const digests = await Promise.all([from - hour, from].map(async (at) => (await sums(at, at + hour))[0]?.digest));
    expect(new Set([...digests, '0']).size).toBe(3);
    expect((await sums(from - hour, from))[0]).toMatchObject({ count: 1 });
    expect(await records.ids({ from: from - hour, until: from }, '', 10)).toEqual([before]);
  });

  it('are repeated only as long as NATS keeps them, and stay where they are for an unknown id', async () => {
    for (const name of ['old', 'new']) await append(sql.manager, name);
    await sql.query(`UPDATE event_log SET received_at = now() - interval '25 hours' WHERE event_name = 'old'`);
    const rows = await sql.query<{ id: string }[]>('SELECT id FROM event_log ORDER BY seq');
    const publishAll = async () => mark(marksOf(await waiting()));
    await publishAll();
    const records = new LogRecordsStore(transactions);
    expect(await records.repeat([newId(), rows[0]?.id ?? ''])).toBe('all later');
    expect(await names()).toEqual([]);
    await records.repeat(rows.map(({ id }) => id));
    expect(await names()).toEqual(['new']);
    await publishAll();
    await transactions.run(() => facts.rewind());
    expect(await names()).toEqual(['new']);
    await records.repeat([]);
    expect(await names()).toEqual(['new']);
  });

  describe('marks of a relay that has a lease', () => {
    const relay = { name: 'relay', holder: 'this replica', fence: '1' };
    const holding = <T>(work: () => T): T =>
      fenced({ lease: relay, mayCommit: () => Promise.resolve(true), isOurs: () => Promise.resolve(true) }, work);
    const state = () => new RelayStateStore(transactions);
    const markAll = (some: Unmarked[]) =>
      holding(() => state().writeInTurn('event-log', [facts.published(some), state().sequenceWrite('stream', 7)]));
    const places = () =>
      sql.query(`SELECT (SELECT seq FROM event_log_position) AS position, last_sequence FROM relay_state`);
    const takeOver = (by: EntityManager) => by.query(`UPDATE lease SET holder = 'another', fence = fence + 1`);
    let marks: Unmarked[];

    beforeEach(async () => {
      await sql.query(
        `INSERT INTO lease (name, holder, fence, expires_at) VALUES ('relay', 'this replica', 1, now() + interval '1 hour')`,
      );
      await sql.query(`INSERT INTO relay_state (stream, stream_created, last_sequence) VALUES ('stream', 'now', 3)`);
      for (const name of ['one', 'two']) await append(sql.manager, name);
      marks = marksOf(await holding(() => waiting()));
      expect(marks).toHaveLength(2);
    });

    it('are written while it holds the lease', async () => {
      expect(await markAll(marks)).toBe(true);
      expect(await places()).toEqual([{ position: marks[1]?.position, last_sequence: '7' }]);
    });

    it('are not written when another replica has taken the lease, as during a freeze', async () => {
      const before = await places();
      await takeOver(sql.manager);
      expect(await markAll(marks)).toBe(false);
      expect(await places()).toEqual(before);
    });

    it('wait for a replica that is just taking the lease', async () => {
      const before = await places();
      const other = sql.createQueryRunner();
      await other.startTransaction();
      await takeOver(other.manager);
      const marking = markAll(marks);
      await eventually(async () => {
        expect(
          await sql.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'`),
        ).not.toEqual([]);
      });
      await other.commitTransaction();
      await other.release();
      expect(await marking).toBe(false);
      expect(await places()).toEqual(before);
    });
  });
});
