import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { arrayOfJson, binaryTexts, bytesArray, distinct, textArray } from './arrays.js';
import { afterLate } from './late-writes.js';
import { afterCommit, afterEnd, Transactions } from './transactions.js';

describe('Transactions', () => {
  let database: PrivateDatabase;
  let source: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await privateDatabase('transactions');
    source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    await source.query('CREATE TABLE note (text text)');
    transactions = new Transactions(source);
  });

  beforeEach(() => source.query('TRUNCATE note'));

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const write = (text: string): Promise<unknown> => transactions.current.query('INSERT INTO note VALUES ($1)', [text]);
  const notes = async (): Promise<string[]> =>
    (await source.query<{ text: string }[]>('SELECT text FROM note ORDER BY text')).map(({ text }) => text);
  const failing = async (work: () => Promise<unknown>): Promise<void> => {
    const run = transactions.run(async () => {
      await work();
      throw new Error('rolled back');
    });
    await expect(run).rejects.toThrow('rolled back');
  };

  it('give the open transaction as `current` and `open`', async () => {
    await failing(async () => {
      await write('a');
      await transactions.open.query(`INSERT INTO note VALUES ('b')`);
      expect(transactions.open).toBe(transactions.current);
      expect(await transactions.current.query('SELECT FROM note')).toHaveLength(2);
    });
    expect(await notes()).toEqual([]);
  });

  it('give the database as `current` without a transaction, and nothing as `open`', async () => {
    await write('a');
    expect(await notes()).toEqual(['a']);
    expect(() => transactions.open).toThrow('this must be written in a transaction');
  });

  it('let work inside work join the open transaction', async () => {
    await failing(() => transactions.run(() => write('inner')));
    expect(await notes()).toEqual([]);
  });

  it('commit work that stands apart although the open transaction is rolled back', async () => {
    await failing(() => transactions.apart(() => write('apart')));
    expect(await notes()).toEqual(['apart']);
  });

  it('read what begins in the same moment in one statement', async () => {
    const moment = () => transactions.read<{ at: string }>('SELECT statement_timestamp()::text AS at');
    const next = (n: number) => transactions.read<{ next: number }>('SELECT $1::int + $2::int AS next', [n, 1]);
    const read = () => Promise.all([moment(), next(1), transactions.read('SELECT text FROM note'), moment()]);
    const [[first], two, none, [fourth]] = await transactions.run(read);
    expect([two, none, fourth]).toEqual([[{ next: 2 }], [], first]);
    const [[alone], three] = await transactions.run(async () => [await moment(), await next(2)] as const);
    expect(alone).not.toEqual(first);
    expect(three).toEqual([{ next: 3 }]);
    expect(await next(3)).toEqual([{ next: 4 }]);
    const ended = await transactions.run(() => Promise.allSettled([read(), next(1e10)]));
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('take lists as PostgreSQL has them', async () => {
    const read = async (list: string | Buffer, type = 'text'): Promise<unknown> =>
      (await source.query<{ json: unknown }[]>(`SELECT to_json($1::${type}[]) AS json`, [list]))[0]?.json;
    const odd = ['', 'é 🎟', '\ud800', `"quoted" 'single'`, '\\ back\\"slash', '{braces}, NULL', '\n\t\u0001', ''];
    const stored = odd.map((text) => text.toWellFormed());
    const json = odd.map((text) => JSON.stringify({ text }));
    const long = ['a', 'é"\\'.repeat(250_000), ''];
    for (const list of [binaryTexts, textArray, arrayOfJson, bytesArray]) expect(await read(list([]))).toEqual([]);
    expect(await read(binaryTexts(odd))).toEqual(stored);
    expect(await read(binaryTexts(long))).toEqual(long);
    expect(await read(textArray([...odd, null, 'NULL']))).toEqual([...stored, null, 'NULL']);
    expect(await read(arrayOfJson(json))).toEqual(json);
    expect(await read(bytesArray(['00ff', '']), 'bytea')).toEqual(['\\x00ff', '\\x']);
    const { values, places } = distinct(['b', 'a', 'b', 'c']);
    expect([values, await read(places, 'integer')]).toEqual([
      ['b', 'a', 'c'],
      [1, 2, 1, 3],
    ]);
  });

  it('take locks only until their end', async () => {
    const lock = () => transactions.lock('SELECT pg_advisory_xact_lock($1)', [7]);
    const held = () =>
      source.query(
        `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
          WHERE locktype = 'advisory' AND objid = 7`,
      );
    await transactions.run(async () => {
      await Promise.all([lock(), lock()]);
      expect(await held()).toHaveLength(1);
    });
    expect(await held()).toEqual([]);
    await expect(lock()).rejects.toThrow('this must be written in a transaction');
    // One statement would read what was there before the lock.
    const read = () => transactions.read('SELECT text FROM note');
    const mixed: [() => Promise<unknown>, string][] = [
      [() => Promise.all([lock(), read()]), 'a read must not begin in the same moment as a lock'],
      [() => Promise.all([read(), lock()]), 'a lock must not begin in the same moment as a read'],
    ];
    for (const [both, refusal] of mixed) await expect(transactions.run(both)).rejects.toThrow(refusal);
  });

  it('tell what a last write has returned after the commit, and nothing of what is rolled back', async () => {
    const told: string[] = [];
    const work = async (text: string): Promise<void> => {
      await transactions.late('INSERT INTO note VALUES ($1)', [`late ${text}`]);
      await transactions.last({
        text: `INSERT INTO note SELECT $1 || n FROM generate_series(1, 2) n WHERE ${afterLate} RETURNING text`,
        values: [text],
        result: {
          text: 'SELECT json_agg(text ORDER BY text) FROM $rows',
          tell: (result: string[]) => told.push(...result),
        },
      });
    };
    await transactions.run(async () => {
      await work('a');
      await work('b');
      expect(told).toEqual([]);
    });
    const both = ['a1', 'a2', 'b1', 'b2'];
    expect(told).toEqual(both);
    await failing(() => work('c'));
    await transactions.tentatively(
      () => work('d'),
      () => false,
    );
    expect(told).toEqual(both);
  });

  it('make last writes after the rows of late writes are locked', async () => {
    await source.query('CREATE TABLE told (place bigint GENERATED ALWAYS AS IDENTITY, who text)');
    await write('shared');
    const change = 'UPDATE note SET text = text';
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    const tell = (who: string) =>
      transactions.last({ text: `INSERT INTO told (who) SELECT $1 WHERE ${afterLate}`, values: [who] });
    const begun = Promise.withResolvers<undefined>();
    const first = transactions.run(async () => {
      await transactions.current.query(change);
      begun.resolve(undefined);
      await eventually(async () => {
        expect(await source.query(waiting)).toHaveLength(1);
      });
      await tell('first');
    });
    await begun.promise;
    await transactions.run(async () => {
      await tell('second');
      await transactions.late(change, []);
    });
    await first;
    expect(await source.query('SELECT who FROM told ORDER BY place')).toEqual([{ who: 'first' }, { who: 'second' }]);
  });

  it('keep work outside of the open transaction', async () => {
    await failing(() =>
      transactions.outside(async () => {
        await write('outside');
        expect(() => transactions.open).toThrow('this must be written in a transaction');
      }),
    );
    expect(await notes()).toEqual(['outside']);
  });

  it('refuse work that outlives its transaction', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
    const late = await transactions.run(() => Promise.resolve({ written: over.then(() => write('late')) }));
    end(undefined);
    await expect(late.written).rejects.toThrow('work that outlives its transaction must not write in it');
    expect(await notes()).toEqual([]);
  });

  it('act after the commit, and not after a rollback', async () => {
    const acts: string[] = [];
    await transactions.run(() => {
      afterCommit(() => acts.push('committed'));
      expect(acts).toEqual([]);
      return Promise.resolve();
    });
    await failing(() => {
      afterCommit(() => acts.push('rolled back'));
      return Promise.resolve();
    });
    afterCommit(() => acts.push('at once'));
    expect(acts).toEqual(['committed', 'at once']);
  });

  it('take back tentative work that is not kept, and nothing else of the open transaction', async () => {
    const done: string[] = [];
    const tentative = (text: string, isKept: boolean) =>
      transactions.tentatively(
        async () => {
          await write(text);
          afterCommit(() => done.push(text));
          afterEnd(() => done.push(`end of ${text}`));
          return text;
        },
        () => isKept,
      );
    await transactions.run(async () => {
      await write('before');
      expect(await tentative('dropped', false)).toBe('dropped');
      await tentative('kept', true);
    });
    await tentative('alone', false);
    expect(await notes()).toEqual(['before', 'kept']);
    expect(done).toEqual(['kept', 'end of dropped', 'end of kept', 'end of alone']);
  });

  it('do what was left for their end also after a rollback, and at once without a transaction', async () => {
    const done: string[] = [];
    await failing(() => {
      afterCommit(() => done.push('commit'));
      afterEnd(() => done.push('end'));
      return Promise.resolve();
    });
    afterEnd(() => done.push('at once'));
    expect(done).toEqual(['end', 'at once']);
  });
});
