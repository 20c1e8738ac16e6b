import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Nats } from '../nats.js';
import { Transactions } from '../storage/transactions.js';
import { OutboxStore } from './outbox.store.js';
import { readMessage, type TravellingFact } from './publish/fact-message.js';
import type { NewOutboxFact } from './publish/new-rows.js';

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

  it('writes facts of one subject as one row, counts each, and deletes those of a user', async () => {
    const fact = (user_id: string, subject = 'spec.told.3') => ({
      subject,
      payload: { user_id, text: '"user_id":"eve"' },
      call: { requestId: user_id, traceparent: '' },
    });
    const add = (...facts: NewOutboxFact[]) => transactions.run(() => store.add(facts, () => undefined));
    const others = [fact('bob', 'spec.first'), fact('bob', 'spec.first'), fact('eve', 'spec.other')];
    await add(...others, fact('ann'), fact('eve'), fact('bob'));
    await add(fact('eve'), fact('eve'));
    await add(fact('ann'));
    expect([await store.countWaiting(100), await store.countWaiting(2)]).toEqual([11, 2]);
    const rows = async () =>
      (
        await source.query<{ ids: string[] | null; payload: string }[]>(
          `SELECT message_ids AS ids, payload FROM outbox WHERE subject = 'spec.told.3' ORDER BY id`,
        )
      ).map(({ ids, payload }) => ({ ids, facts: ids ? readMessage(payload) : payload }));
    const [before] = await rows();
    const [ann, eve, bob] = (before?.facts ?? []) as TravellingFact[];
    expect(eve).toEqual({
      id: before?.ids?.[1],
      request_id: 'eve',
      traceparent: '',
      payload: JSON.stringify(fact('eve').payload),
    });
    const erase = () => transactions.run(() => store.deleteMarked('"user_id":"eve"', ''));
    expect(await erase()).toBe('waiting');
    expect(await rows()).toEqual([
      { ids: [ann?.id, bob?.id], facts: [ann, bob] },
      { ids: null, facts: JSON.stringify(fact('ann').payload) },
    ]);
    const erased = await source.query<{ subject: string }[]>('SELECT subject FROM erased_fact ORDER BY subject');
    expect(erased.map(({ subject }) => subject)).toEqual(['spec.other', 'spec.told', 'spec.told', 'spec.told']);
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
