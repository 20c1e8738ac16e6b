import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Nats } from '../nats.js';
import { Transactions } from '../storage/transactions.js';
import { OutboxStore } from './outbox.store.js';

const schema = { entities: [], migrations: [] };

describe('the store of the outbox', () => {
  let database: PrivateDatabase;
  let source: DataSource;
  let transactions: Transactions;
  let store: OutboxStore;

  beforeAll(async () => {
    database = await privateDatabase('staying', async (url) => {
      await migrate(url, schema);
    });
    source = await new DataSource(
      databaseOptions({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, schema),
    ).initialize();
    transactions = new Transactions(source);
    store = new OutboxStore(transactions, new Nats({ url: '', namespace: 'spec', replicas: 1, service: 'spec' }));
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const pauseAllowed = (pause: string) =>
    transactions.open.query(`SET LOCAL idle_in_transaction_session_timeout = '${pause}'`);

  it('keeps each character of a fact', async () => {
    const odd = `"quoted" \\ back\\"slash, {braces} NULL 'single'\n\t\u0001 é 🎟 \ud800`;
    const subject = 'spec.odd "subject" \\';
    const facts = [
      { subject, payload: { odd }, call: { requestId: `"a" \\ {b},c`, traceparent: 'NULL' } },
      { subject: '', payload: {}, call: undefined },
    ];
    expect(await store.countWaiting(10)).toBe(0);
    await transactions.run(() => store.add(facts, () => undefined));
    expect((await store.waiting(10, [])).facts).toMatchObject([
      { subject, payload: JSON.stringify({ odd }), requestId: `"a" \\ {b},c`, traceparent: 'NULL' },
      { subject: '', payload: '{}', requestId: null, traceparent: null },
    ]);
  });

  it('counts each fact of a row, and deletes those of a user', async () => {
    const fact = (user: string) => ({
      id: randomUUID(),
      payload: JSON.stringify({ user_id: user, text: '"user_id":"eve"' }),
    });
    const [ann, eve, bob] = [fact('ann'), fact('eve'), fact('bob')];
    const add = (...facts: { id: string }[]) =>
      source.query(
        `INSERT INTO outbox (message_id, message_ids, subject, payload) VALUES ($1, $2, 'spec.told.3', $3)`,
        [randomUUID(), facts.map(({ id }) => id), JSON.stringify(facts)],
      );
    await add(ann, eve, bob);
    await add(fact('eve'));
    await add(ann);
    const before = await store.countWaiting(100);
    expect([before, await store.countWaiting(2)]).toEqual([7, 2]);
    const erase = () => transactions.run(() => store.deleteMarked('"user_id":"eve"', ''));
    expect(await erase()).toBe('waiting');
    const rows = await source.query<{ ids: string[]; payload: string }[]>(
      `SELECT message_ids AS ids, payload FROM outbox WHERE subject = 'spec.told.3' ORDER BY id`,
    );
    expect(rows.map(({ ids, payload }) => [ids, JSON.parse(payload) as object])).toEqual([
      [
        [ann.id, bob.id],
        [ann, bob],
      ],
      [[ann.id], [ann]],
    ]);
    expect(await source.query('SELECT message_id AS id, subject FROM erased_fact')).toContainEqual({
      id: eve.id,
      subject: 'spec.told',
    });
    expect(await erase()).toBe('none');
  });

  it('works longer than a silent transaction may', async () => {
    const result = transactions.run(async () => {
      await pauseAllowed('9s');
      return store.staying(() => sleep(11_000, 'done'));
    });
    expect(await result).toBe('done');
  });

  it('does not let a transaction be silent for longer', async () => {
    const allowed = await transactions.run(() =>
      store.staying(() => transactions.open.query('SHOW idle_in_transaction_session_timeout')),
    );
    expect(allowed).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
  });

  it('fails when the transaction has ended during long work', async () => {
    const result = transactions.run(async () => {
      await pauseAllowed('1s');
      return store.staying(() => sleep(6_000, 'done'));
    });
    await expect(result).rejects.toThrow();
  });
});
