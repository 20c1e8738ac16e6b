import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { databaseOptions } from './database.js';
import { runPrepared, type PreparedStatement } from './prepared.js';

const asked: PreparedStatement = {
  name: 'asked',
  text: 'SELECT count(*)::int AS n FROM asked WHERE id = ANY ($1::int[])',
};

describe('a prepared statement', () => {
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('prepared');
    source = await new DataSource(
      databaseOptions({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, { entities: [], migrations: [] }),
    ).initialize();
    await source.query('CREATE TABLE asked AS SELECT 1 AS id');
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const count = (tx = source.manager) => runPrepared<{ n: number }>(tx, asked, [[1, 2]]);

  it('is parsed once by a connection, which is free again also after a failure', async () => {
    for (let n = 0; n < 5; n += 1) expect(await count()).toEqual([{ n: 1 }]);
    await expect(runPrepared(source.manager, asked, ['no list'])).rejects.toMatchObject({ code: '22P02' });
    expect(await count()).toEqual([{ n: 1 }]);
    expect(await source.query('SELECT name, generic_plans + custom_plans AS runs FROM pg_prepared_statements')).toEqual(
      [{ name: 'asked', runs: '6' }],
    );
  });

  it('runs in the transaction of the given manager', async () => {
    const rolledBack = source.transaction(async (tx) => {
      await tx.query('INSERT INTO asked VALUES (2)');
      expect(await count(tx)).toEqual([{ n: 2 }]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await count()).toEqual([{ n: 1 }]);
  });

  it('still runs after its result has got another type, and on a new connection', async () => {
    const ids: PreparedStatement = { name: 'ids', text: 'SELECT id FROM asked' };
    expect(await runPrepared(source.manager, ids, [])).toEqual([{ id: 1 }]);
    await source.query('ALTER TABLE asked ALTER COLUMN id TYPE text');
    expect(await runPrepared(source.manager, ids, [])).toEqual([{ id: '1' }]);
    await source.query('ALTER TABLE asked ALTER COLUMN id TYPE integer USING id::integer');
    await source.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await eventually(async () => {
      expect(await count()).toEqual([{ n: 1 }]);
    });
  });
});
