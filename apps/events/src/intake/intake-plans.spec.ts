import { newId } from '@ces/messaging/storage/ids';
import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { events } from '../events.module.js';
import { IntakeStore } from './intake.store.js';

describe('keys that were sent before', () => {
  let database: PrivateDatabase;
  let sql: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('intake-plans', async (url) => {
      await migrate(url, events.schema);
    });
    // In one session, which tells its plans.
    const config = { DATABASE_URL: database.url, DATABASE_POOL: 1 };
    sql = await new DataSource(databaseOptions(config, events.schema)).initialize();
    await sql.query(
      `INSERT INTO event_key (key, body, event_id, version, received_at)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, now() FROM generate_series(1, 20000)`,
    );
    await sql.query('ANALYZE event_key');
  });

  afterAll(async () => {
    await sql.destroy();
    await database.drop();
  });

  it('are all found, each once, also where one is sent twice or is unknown', async () => {
    const known = await sql.query<{ key: string }[]>('SELECT key FROM event_key LIMIT 3');
    const keys = known.map(({ key }) => key);
    const found = await new IntakeStore(sql).findEarlier([...keys, ...keys, newId()]);
    expect([...found.keys()].sort()).toEqual(keys.sort());
    expect(found.get(keys[0] ?? '')).toMatchObject({ key: keys[0], version: 1, received_at: expect.any(Date) });
  });

  it('are looked up by a plan that is made a few times, and not at each run', async () => {
    const store = new IntakeStore(sql);
    const [known] = await sql.query<{ key: string }[]>('SELECT key FROM event_key LIMIT 1');
    for (let run = 0; run < 60; run += 1) await store.findEarlier([known?.key ?? '']);
    const plans = await sql.query<{ again: number; kept: number }[]>(
      `SELECT custom_plans::integer AS again, generic_plans::integer AS kept FROM pg_prepared_statements
        WHERE statement LIKE '%FROM event_key%ANY%'`,
    );
    expect(plans).toEqual([{ again: 5, kept: expect.any(Number) }]);
    expect(plans[0]?.kept).toBeGreaterThan(20);
  });
});
