import { describeIfSet } from '@ces/testing/describe-if-set';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { privatePgBouncer, type PrivatePgBouncer } from '@ces/testing/servers/private-pgbouncer';
import { DataSource, type EntityManager } from 'typeorm';
import { databaseOptions } from '../database.js';

describeIfSet('PGBOUNCER')('a service behind PgBouncer in transaction mode', () => {
  let pgbouncer: PrivatePgBouncer;
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    pgbouncer = await privatePgBouncer(2);
    database = await privateDatabase('pooled');
    const config = {
      DATABASE_URL: pgbouncer.through(database.url),
      DATABASE_POOL: 8,
      DATABASE_POOLER: 'transaction' as const,
    };
    source = await new DataSource(databaseOptions(config, { entities: [], migrations: [] })).initialize();
    await source.query('CREATE TABLE note (n integer)');
  });

  afterAll(async () => {
    await source.destroy();
    await pgbouncer.stop();
    await database.drop();
  });

  const settings = ['synchronous_commit', 'idle_in_transaction_session_timeout'];
  const settingsOf = async (tx: EntityManager): Promise<unknown[]> =>
    Promise.all(settings.map((name) => tx.query(`SELECT current_setting('${name}') AS value`)));

  it('has its settings in each transaction, and leaves none behind', async () => {
    await source.transaction('SERIALIZABLE', async (tx) => {
      expect(await settingsOf(tx)).toEqual([[{ value: 'on' }], [{ value: '15s' }]]);
      expect(await tx.query('SHOW transaction_isolation')).toEqual([{ transaction_isolation: 'serializable' }]);
    });
    expect(await source.query(`SHOW idle_in_transaction_session_timeout`)).toEqual([
      { idle_in_transaction_session_timeout: '0' },
    ]);
  });

  it('rolls a transaction back', async () => {
    const rolledBack = source.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await source.query('SELECT FROM note')).toEqual([]);
  });

  it('runs statements that come often in whichever session the pooler gives, without a name', async () => {
    const add = 'INSERT INTO note VALUES ($1) RETURNING n';
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    const rows = await Promise.all(
      numbers.map((n) => (n % 2 === 0 ? source.query(add, [n]) : source.transaction((tx) => tx.query(add, [n])))),
    );
    expect(rows).toEqual(numbers.map((n) => [{ n }]));
    expect(await source.query('SELECT name FROM pg_prepared_statements')).toEqual([]);
  });

  it('keeps long statements, also while they have all sessions of the pooler', async () => {
    const statements = Array.from({ length: 4 }, () => source.query('SELECT pg_sleep(7)'));
    expect(await Promise.all(statements)).toHaveLength(4);
  });
});
