import { deadLetters } from '@ces/contracts/dead-letters';
import { fact } from '@ces/contracts/rpc';
import { Bus } from '../calls/bus.js';
import { Nats } from '../nats.js';
import { OnFacts, OnFactsInTwoParts, type DeliveredFact, type WriteEffect } from './on-fact.js';
import { newFact, Outbox } from './outbox.js';
import { newId } from '../storage/ids.js';
import { afterCommit, Transactions } from '../storage/transactions.js';
import { consumerName } from './streams.js';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { Controller } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';
import { DatabaseConfig } from '@ces/service/config/config';
import { migrate, type Schema } from '@ces/service/database/database';
import { createService } from '@ces/service/start';

interface Item {
  text: string;
}

const counted = fact<Item>('items.counted');

@Controller()
class ItemsController {
  static poison = true;

  constructor(private readonly transactions: Transactions) {}

  @OnFacts(counted)
  async store(facts: DeliveredFact<Item>[]): Promise<void> {
    await this.transactions.open.query(
      'INSERT INTO item (text, company, request_id) SELECT text, $2, request_id FROM unnest($1::text[], $3::text[]) AS _ (text, request_id)',
      [facts.map((fact) => fact.payload.text), facts.length, facts.map((fact) => fact.call.requestId)],
    );
    if (ItemsController.poison && facts.some((fact) => fact.payload.text === 'poison')) throw new Error('indigestible');
  }
}

const weighed = fact<Item>('items.weighed');

/** Prepares the facts before the transaction. It writes 1 if a transaction was already open then. */
@Controller()
class ScalesController {
  constructor(private readonly transactions: Transactions) {}

  @OnFactsInTwoParts(weighed)
  weigh(facts: DeliveredFact<Item>[]): Promise<WriteEffect> {
    let open = 1;
    afterCommit(() => {
      // This runs at once if there is no transaction.
      open = 0;
    });
    const seen = open;
    return Promise.resolve(async (fresh) => {
      const texts = facts.filter(({ messageId }) => fresh.has(messageId)).map(({ payload }) => payload.text);
      await this.transactions.open.query(
        'INSERT INTO item (text, company) SELECT text, $2 FROM unnest($1::text[]) AS _ (text)',
        [texts, seen],
      );
    });
  }
}

const sorted = fact<Item>('items.sorted', 4);

/** Takes so long for a set that messages of other partitions arrive meanwhile. */
@Controller()
class SortedController {
  constructor(private readonly transactions: Transactions) {}

  @OnFacts(sorted)
  async store(facts: DeliveredFact<Item>[]): Promise<void> {
    await this.transactions.open.query(
      'INSERT INTO item (text, company) SELECT text, txid_current() FROM unnest($1::text[]) AS _ (text)',
      [facts.map(({ payload }) => payload.text)],
    );
    await this.transactions.open.query('SELECT pg_sleep(0.3)');
  }
}

class CreateItems1 {
  readonly name = 'CreateItems1700000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query(
      'CREATE TABLE item (id bigint GENERATED ALWAYS AS IDENTITY, text text, company int, request_id text)',
    );
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const schema: Schema = { entities: [], migrations: [CreateItems1] };

describe('facts of one message', () => {
  let database: PrivateDatabase;
  let app: NestFastifyApplication;
  let sql: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('items', async (url) => {
      await migrate(url, schema);
    });
    const modules = [{ module: class Items {}, controllers: [ItemsController, ScalesController, SortedController] }];
    const service = { name: 'items', config: DatabaseConfig, schema, modules };
    app = await createService(service, testConfig(DatabaseConfig, { DATABASE_URL: database.url }));
    await app.init();
    sql = app.get(DataSource);
    await eventually(async () => {
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const publish = (texts: string[]) =>
    app
      .get(Transactions)
      .run(() =>
        app
          .get(Outbox)
          .addAll(texts.map((text) => newFact(counted, { text }, { call: { requestId: `request of ${text}` } }))),
      );
  const stored = () =>
    sql.query<{ text: string; company: number; request_id: string }[]>(
      'SELECT text, company, request_id FROM item ORDER BY id',
    );
  const hundred = Array.from({ length: 100 }, (_, i) => `item ${i}`);

  it('are handled in one transaction and in their order, each with the request that caused it', async () => {
    await publish(hundred);
    await eventually(async () => {
      expect((await stored()).map(({ text }) => text)).toEqual(hundred);
    });
    expect((await stored())[7]).toEqual({ text: 'item 7', company: 100, request_id: 'request of item 7' });
  });

  it('are handled once, also when NATS has lost them and they come again with new ones', async () => {
    const nats = app.get(Nats);
    await (await nats.manager()).streams.delete(nats.streamOf('items'));
    await publish(['new']);
    await eventually(async () => {
      expect((await stored()).at(-1)).toMatchObject({ text: 'new' });
    }, 20_000);
    expect(await stored()).toHaveLength(101);
  });

  it('are handled one by one when one of them fails, which becomes a dead letter and can be replayed', async () => {
    await publish(['before', 'poison', 'after']);
    const letters = deadLetters('items');
    const bus = app.get(Bus);
    await eventually(async () => {
      expect((await stored()).slice(101).map(({ text }) => text)).toEqual(['before', 'after']);
    }, 60_000);
    const [letter] = await bus.call(letters.list, {});
    expect(letter).toMatchObject({ error: 'indigestible', service: 'items' });
    ItemsController.poison = false;
    await expect(bus.call(letters.replay, { id: letter?.id ?? '' })).resolves.toEqual({ replayed: true });
    expect((await stored()).at(-1)).toMatchObject({ text: 'poison', company: 1 });
  }, 90_000);

  it('can be prepared before the transaction, and are handled once all the same', async () => {
    await sql.query('DELETE FROM item');
    const weigh = (texts: string[]) =>
      app.get(Transactions).run(() => app.get(Outbox).addAll(texts.map((text) => newFact(weighed, { text }))));
    await weigh(['a', 'b']);
    await eventually(async () => {
      expect(await stored()).toMatchObject([{ text: 'a' }, { text: 'b' }]);
    });
    const nats = app.get(Nats);
    await (await nats.manager()).streams.delete(nats.streamOf('items'));
    await weigh(['c']);
    await eventually(async () => {
      expect((await stored()).at(-1)).toMatchObject({ text: 'c' });
    }, 20_000);
    expect(await stored()).toMatchObject(['a', 'b', 'c'].map((text) => ({ text, company: 0 })));
  });

  it('are handled once, also when another replica handles one at the same moment, and when it comes again', async () => {
    await sql.query('DELETE FROM item');
    const nats = app.get(Nats);
    const replica = sql.createQueryRunner();
    const [both, later] = [newId(), newId()];
    await replica.startTransaction();
    await replica.query('INSERT INTO inbox (message_id, consumer) VALUES ($1, $2)', [
      both,
      consumerName('items', weighed.subject),
    ]);
    await replica.query(`INSERT INTO item (text, company) VALUES ('both', 0)`);
    await tellFacts(nats, weighed, [{ text: 'both' }], [both]);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      expect(await sql.query(waiting)).toHaveLength(1);
    });
    await replica.commitTransaction();
    await replica.release();
    await tellFacts(nats, weighed, [{ text: 'both' }, { text: 'later' }], [both, later]);
    await eventually(async () => {
      expect((await stored()).map(({ text }) => text)).toEqual(['both', 'later']);
    });
    // A fact that was handled before is no failure.
    const { values } = (await register.getSingleMetric('ces_facts_total')?.get()) ?? { values: [] };
    const consumer = consumerName('items', weighed.subject);
    expect(values.filter(({ labels }) => labels['consumer'] === consumer && labels['end'] === 'failed')).toEqual([]);
  });

  it('are handled together with those of other partitions that arrive meanwhile, in the order of their key', async () => {
    const texts = Array.from({ length: 80 }, (_, n) => `key ${n % 8} number ${String(n).padStart(2, '0')}`);
    await app
      .get(Transactions)
      .run(() =>
        app
          .get(Outbox)
          .addAll(texts.map((text) => newFact(sorted, { text }, { key: text.slice(0, 5), call: { requestId: 'r' } }))),
      );
    let rows: { text: string; company: number }[] = [];
    await eventually(async () => {
      rows = await sql.query(`SELECT text, company FROM item WHERE text LIKE 'key %' ORDER BY id`);
      expect(rows).toHaveLength(80);
    });
    expect(new Set(rows.map(({ company }) => company)).size).toBeLessThan(4);
    const inOrder = (some: string[]) => Map.groupBy(some, (text) => text.slice(0, 5));
    expect(Object.fromEntries(inOrder(rows.map(({ text }) => text)))).toEqual(Object.fromEntries(inOrder(texts)));
  });
});
