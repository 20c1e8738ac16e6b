import { afterLate } from '@ces/messaging/storage/late-writes';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { eventually } from '@ces/testing/eventually';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../database.js';
import type { Session } from './session.js';

describe('the conversation of a session', () => {
  let database: PrivateDatabase;
  let source: DataSource;
  let transactions: Transactions;
  let answers = 0;

  beforeAll(async () => {
    database = await privateDatabase('conversation');
    const config = { DATABASE_URL: database.url, DATABASE_POOL: 1 };
    source = await new DataSource(databaseOptions(config, { entities: [], migrations: [] })).initialize();
    transactions = new Transactions(source);
    await source.query('CREATE TABLE note (n integer PRIMARY KEY)');
    const runner = source.createQueryRunner();
    const session = (await runner.connect()) as Session;
    session.wire.on('readyForQuery', () => {
      answers += 1;
    });
    await runner.release();
  });

  beforeEach(async () => {
    await source.query('TRUNCATE note');
    answers = 0;
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const add = 'INSERT INTO note SELECT unnest($1::integer[])';
  const find = () => source.query<{ n: number }[]>('SELECT n FROM note ORDER BY n');
  const lock = (key: number | string) => transactions.lock('SELECT pg_advisory_xact_lock_shared($1)', [key]);
  const read = () => transactions.read<{ n: number }>('SELECT n FROM note WHERE n = ANY ($1::integer[])', [[1]]);

  it('begins a transaction with its first statement, locks with the next one, and commits with the last', async () => {
    await transactions.run(async () => {
      await lock(1);
      await read();
      await transactions.late(add, [[1]]);
      await transactions.last({ text: `INSERT INTO note SELECT 2 WHERE ${afterLate}`, values: [] });
    });
    expect(answers).toBe(2);
    await transactions.run(() => transactions.late(add, [[3]]));
    expect(answers).toBe(3);
    await transactions.run(() => Promise.resolve());
    await transactions.run(() => lock(1));
    expect(answers).toBe(4);
    expect(await find()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('is one message without a question, and demands what is so after its lock', async () => {
    const fill = (n: number) =>
      transactions.run(async () => {
        await lock(1);
        transactions.demand('(SELECT count(*) FROM note) < $1', [2]);
        transactions.demand('$1', [n > 0]);
        await transactions.late(add, [[n]]);
      });
    await fill(1);
    expect(answers).toBe(1);
    await expect(fill(-1)).rejects.toMatchObject({ code: '22012' });
    const other = new Client(database.url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(1)');
      const late = expect(fill(3)).rejects.toMatchObject({ code: '22012' });
      await eventually(async () => {
        const { rows } = await other.query(
          `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database() WHERE NOT granted`,
        );
        expect(rows).toHaveLength(1);
      });
      await other.query('INSERT INTO note VALUES (2)');
      await other.query('COMMIT');
      await late;
      await other.query('SELECT pg_advisory_lock(1)');
    } finally {
      await other.end();
    }
    expect(await find()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('gives the rows of a statement that goes out with others', async () => {
    await source.query(add, [[1]]);
    const found = await transactions.run(async () => {
      await lock(1);
      return [await read(), await read()];
    });
    expect(found).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    const [, changed] = await source.transaction((tx) => tx.query<[unknown[], number]>('UPDATE note SET n = 5'));
    expect(changed).toBe(1);
  });

  it('gives the rows of the last statement after the commit', async () => {
    const acts: unknown[] = [];
    const end = { text: 'WITH added AS (INSERT INTO note VALUES (4) RETURNING n) SELECT n FROM added', values: [] };
    await transactions.run(async () => {
      afterCommit(() => acts.push('committed'));
      transactions.end(end, (rows) => acts.push(rows));
      await transactions.late(add, [[5]]);
    });
    expect([acts, answers]).toEqual([[[{ n: 4 }], 'committed'], 1]);
    expect(await find()).toEqual([{ n: 4 }, { n: 5 }]);
  });

  it('commits nothing if the last statement fails, alone or after others', async () => {
    const fail = (before: () => Promise<unknown>) =>
      transactions.run(async () => {
        await before();
        await transactions.late(add, [[7, 7]]);
      });
    await expect(fail(() => Promise.resolve())).rejects.toMatchObject({ code: '23505' });
    await expect(fail(() => transactions.open.query(add, [[6]]))).rejects.toMatchObject({ code: '23505' });
    expect(await find()).toEqual([]);
    const unsendable = {
      toPostgres: () => {
        throw new Error('not for PostgreSQL');
      },
    };
    const unsent = transactions.run(async () => {
      await transactions.open.query(add, [[6]]);
      await transactions.late('INSERT INTO note VALUES ($1)', [unsendable]);
    });
    await expect(unsent).rejects.toThrow('not for PostgreSQL');
    const goneOn = transactions.run(async () => {
      await transactions.open.query(add, [unsendable]).catch(() => undefined);
      await transactions.open.query(add, [[6]]);
      throw new Error('rolled back');
    });
    await expect(goneOn).rejects.toThrow('rolled back');
    expect(await find()).toEqual([]);
  });

  it('names the caller in the stack of an error', async () => {
    const stack = expect.stringContaining('conversation.spec') as unknown;
    await expect(source.query('SELECT 1 / 0')).rejects.toMatchObject({ driverError: { code: '22012', stack } });
  });

  it('fails the statement behind a lock that fails, and knows names that the server has not heard', async () => {
    const behind = () => transactions.read('SELECT n + $1::integer AS n FROM note', [1]);
    const failing = async () => {
      await lock('no number');
      await behind();
    };
    // So often that the statements get names, of which the server parses none.
    for (let n = 0; n < 25; n += 1) await expect(transactions.run(failing)).rejects.toMatchObject({ code: '22P02' });
    expect(await transactions.run(behind)).toEqual([]);
    await transactions.run(() => lock(1));
  });

  it('gives up old plans only with statements that have names, because SET TRANSACTION must come first', async () => {
    const now = performance.now.bind(performance);
    let later = 0;
    performance.now = () => now() + later;
    const set = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';
    const readOneMoment = () => transactions.run(() => transactions.open.query(set).then(read));
    for (let n = 0; n < 25; n += 1) await transactions.run(read);
    try {
      for (later = 11_000; later < 50_000; later += 11_000) expect(await readOneMoment()).toEqual([]);
    } finally {
      performance.now = now;
    }
  });

  it('begins before several statements in one text, and before a rollback to it', async () => {
    const rolledBack = source.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (8); INSERT INTO note VALUES (9)');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await find()).toEqual([]);
    await source.transaction((tx) => tx.query('INSERT INTO note VALUES (8); INSERT INTO note VALUES (9)'));
    expect(await find()).toEqual([{ n: 8 }, { n: 9 }]);
  });
});
