import { DatabaseConfig } from '@ces/service/config/config';
import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { Transactions } from '@ces/messaging/storage/transactions';
import { newId } from '@ces/messaging/storage/ids';
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
  const names = async () =>
    (await facts.waiting(10)).map((fact) => (JSON.parse(fact.payload) as { event_name: string }).event_name);

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

  it('include one behind unused ones and a gap, because the relay would come back for it late', async () => {
    await append(sql.manager, 'unused', false);
    const early = sql.createQueryRunner();
    await early.startTransaction();
    await append(early.manager, 'also unused', false);
    await append(sql.manager, 'used');
    const read = facts.waiting(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await early.commitTransaction();
    await early.release();
    expect((await read).map(({ subject }) => subject !== undefined)).toEqual([false, false, true]);
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
    await transactions.run(async () => facts.published((await facts.waiting(10)).slice(0, 3)));
    const records = new LogRecordsStore(transactions);
    const span = { from: Date.now() - 60_000, until: Date.now() + 60_000 };
    expect(await records.sums(span)).toMatchObject([{ subject: 'event-log.accepted', count: 4, waiting: 1 }]);
    const [, second, third] = (await records.ids(span, '', 10)).sort();
    await transactions.run(async () => {
      const read = await facts.waiting(10);
      await records.repeat([third ?? '', second ?? '']);
      await facts.published(read);
    });
    expect(await names()).toEqual(['b', 'c', 'd']);
  });

  it('wait until they are published, and wait again after NATS has lost them', async () => {
    for (const name of ['a', 'b']) await append(sql.manager, name);
    await transactions.run(async () => facts.published((await facts.waiting(10)).slice(0, 1)));
    expect(await names()).toEqual(['b']);
    await transactions.run(() => facts.rewind());
    expect(await names()).toEqual(['a', 'b']);
  });

  it('say since when the oldest of them waits, on any connection', async () => {
    expect(await facts.oldestWaiting()).toBeUndefined();
    for (const name of ['a', 'b']) await append(sql.manager, name);
    const times = await sql.query<{ received_at: Date }[]>('SELECT received_at FROM event_log ORDER BY seq');
    expect(await facts.oldestWaiting()).toEqual(times[0]?.received_at);
    await transactions.run(async () => facts.published((await facts.waiting(10)).slice(0, 1)));
    expect(await facts.oldestWaiting()).toEqual(times[1]?.received_at);
  });
});
