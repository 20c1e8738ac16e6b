import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { afterCommit, Transactions } from './transactions.js';

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
});
