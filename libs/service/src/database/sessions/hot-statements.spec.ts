import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../database.js';
import { HotStatements } from './hot-statements.js';
import type { Session } from './session.js';

const count = 'SELECT count(*)::int AS n FROM asked WHERE id::text = ANY ($1::text[])';

describe('a statement that runs often', () => {
  let database: PrivateDatabase;
  let source: DataSource;
  const open = (pooler?: 'transaction') =>
    new DataSource(
      databaseOptions(
        { DATABASE_URL: database.url, DATABASE_POOL: 1, DATABASE_POOLER: pooler },
        { entities: [], migrations: [] },
      ),
    ).initialize();

  beforeAll(async () => {
    database = await privateDatabase('hot');
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    source = await open();
    await source.query('CREATE TABLE asked AS SELECT 1 AS id');
  });

  afterEach(async () => {
    await source.query('DROP TABLE asked');
    await source.destroy();
  });

  const run = async (text: string, values?: unknown[], times = 25) => {
    for (let n = 0; n < times; n += 1) await source.query(text, values);
  };
  /** The pool has one connection, so this reads that connection's own session. */
  const planned = () =>
    source.query<{ statement: string; runs: string }[]>(
      'SELECT statement, generic_plans + custom_plans AS runs FROM pg_prepared_statements ORDER BY prepare_time',
    );

  /** How often the pool's session says that it has answered a message. */
  const countingAnswers = async (work: () => Promise<void>): Promise<number> => {
    let answers = 0;
    const runner = source.createQueryRunner();
    const { wire } = (await runner.connect()) as Session;
    await runner.release();
    wire.on('readyForQuery', () => (answers += 1));
    await work();
    return answers;
  };

  it('is parsed once by a session, with or without values', async () => {
    await run(count, [['1', '2']]);
    await run('SELECT id FROM asked');
    expect(await planned()).toEqual([
      { statement: count, runs: '6' },
      { statement: 'SELECT id FROM asked', runs: '6' },
    ]);
    expect(await source.query(count, [['1', '2']])).toEqual([{ n: 1 }]);
  });

  it('fails like any other, and leaves the session as it was', async () => {
    await run(count, [['1']]);
    await expect(source.query(count, [1])).rejects.toMatchObject({ code: '22P02' });
    expect(await source.query(count, [['1']])).toEqual([{ n: 1 }]);
  });

  it('still runs when a newer release has changed the type of its result, and on a new session', async () => {
    await run('SELECT id FROM asked');
    await source.query('ALTER TABLE asked ALTER COLUMN id TYPE text');
    await expect(source.transaction((tx) => tx.query('SELECT id FROM asked'))).rejects.toMatchObject({ code: '40001' });
    expect(await source.transaction((tx) => tx.query('SELECT id FROM asked'))).toEqual([{ id: '1' }]);
    await run(count, [['1']]);
    await source.query('ALTER TABLE asked ALTER COLUMN id TYPE integer USING id::integer');
    await source.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await eventually(async () => {
      expect(await source.query(count, [['1']])).toEqual([{ n: 1 }]);
    });
  });

  it('runs at once outside a transaction when its result has changed', async () => {
    await run('SELECT id FROM asked');
    await source.query('ALTER TABLE asked ALTER COLUMN id TYPE text');
    expect(await source.query('SELECT id FROM asked')).toEqual([{ id: '1' }]);
  });

  it('is planned again after ten seconds without a message more, because a table may have grown', async () => {
    // An automatic ANALYZE would make all sessions plan again.
    await source.query('ALTER TABLE asked SET (autovacuum_enabled = false)');
    await source.query('CREATE INDEX asked_id ON asked (id)');
    await source.query('VACUUM ANALYZE asked');
    const find = 'SELECT id FROM asked WHERE id = $1';
    const scans = async () => {
      const [table] = await source.query<{ scans: string }[]>(
        `SELECT seq_scan AS scans FROM pg_stat_user_tables WHERE relname = 'asked'`,
      );
      return Number(table?.scans);
    };
    await run(find, [1], 40);
    await source.query('INSERT INTO asked SELECT generate_series(2, 50000)');
    // Without statements, the pool would close the session after ten seconds.
    for (let second = 0; second < 10; second += 1) {
      await sleep(1_000);
      await source.query('COMMIT');
    }
    await source.query('SELECT pg_stat_force_next_flush()');
    const before = await scans();
    const answers = await countingAnswers(() => run(find, [7], 25));
    expect(answers).toBe(25);
    await source.query('SELECT pg_stat_force_next_flush()');
    expect(await scans()).toBe(before);
  });

  it('has no name when its result has all columns, or it changes the schema, is several, or runs behind a pooler', async () => {
    await run('CREATE TEMP TABLE IF NOT EXISTS scrap (id int)');
    await run('SELECT 1; SELECT 2');
    await run('SELECT * FROM asked');
    await run('INSERT INTO asked VALUES (1) RETURNING *');
    await run(`SELECT '0123456789abcdef' AS table_of_an_upload`);
    expect(await planned()).toEqual([]);
    const pooled = await open('transaction');
    for (let n = 0; n < 25; n += 1) await pooled.query(count, [['1']]);
    expect(await pooled.query('SELECT FROM pg_prepared_statements')).toEqual([]);
    await pooled.destroy();
  });

  it('has a name when it takes all columns of lists of values, because these do not change', async () => {
    const insert = 'INSERT INTO asked SELECT * FROM unnest($1::int[])';
    await run(insert, [[2, 3]]);
    expect(await planned()).toEqual([{ statement: insert, runs: '6' }]);
  });

  it('is one of at most 150, so that plans fill no memory', () => {
    const hot = new HotStatements();
    const name = (text: string, times = 20) => {
      for (let n = 1; n < times; n += 1) hot.nameOf(text);
      return hot.nameOf(text);
    };
    expect(name('SELECT 0', 19)).toBe('');
    expect(name('INSERT INTO t SELECT $1, * FROM t')).toBe('');
    const names = Array.from({ length: 160 }, (_, n) => name(`SELECT ${n}`));
    expect(new Set(names.slice(0, 150)).size).toBe(150);
    expect(names.slice(150)).toEqual(Array<string>(10).fill(''));
    expect(hot.nameOf('SELECT 0')).toBe(names[0]);
  });
});
