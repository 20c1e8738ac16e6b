import { databaseOptions, migrate } from '@ces/service/database/database';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/private-database';
import { testConfig } from '@ces/testing/test-config';
import { DataSource } from 'typeorm';
import { EventsConfig } from '../events.config.js';
import { events } from '../events.module.js';
import { LogPartitions } from './log-retention.service.js';

describe('keys that have outlived their events', () => {
  let database: PrivateDatabase;
  let config: EventsConfig;
  let sql: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('log-partitions', async (url) => {
      await migrate(url, events.schema);
    });
    config = testConfig(EventsConfig, { DATABASE_URL: database.url });
    sql = await new DataSource(databaseOptions(config, events.schema)).initialize();
  });

  afterAll(async () => {
    await sql.destroy();
    await database.drop();
  });

  const write = (count: number, ageDays: number) =>
    sql.query(
      `INSERT INTO event_key SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, now() - $2 * interval '1 day'
         FROM generate_series(1, $1::int)`,
      [count, ageDays],
    );
  const keys = async () => {
    const [row] = await sql.query<{ old: number; young: number }[]>(
      `SELECT count(*) FILTER (WHERE received_at < now() - interval '500 days')::int AS old,
              count(*) FILTER (WHERE received_at > now() - interval '500 days')::int AS young FROM event_key`,
    );
    return row;
  };

  it('are purged no further than the batch at hand when the process ends, and the next one resumes it', async () => {
    await write(12_000, 600);
    await write(1, 300);
    const writer = sql.createQueryRunner();
    await writer.startTransaction();
    await writer.query('LOCK TABLE event_key IN SHARE MODE');
    const partitions = new LogPartitions(sql, config);
    partitions.onApplicationBootstrap();
    await eventually(async () => {
      expect(
        await sql.query(`SELECT FROM pg_locks WHERE relation = 'event_key'::regclass AND NOT granted`),
      ).toHaveLength(1);
    });
    const shutdown = partitions.onApplicationShutdown();
    await writer.commitTransaction();
    await writer.release();
    await shutdown;
    expect(await keys()).toEqual({ old: 7_000, young: 1 });

    await new LogPartitions(sql, config).arrange(new Date(), new AbortController().signal);
    expect(await keys()).toEqual({ old: 0, young: 1 });
  });

  it('are purged by a running process when the bound of its log moves', async () => {
    const partitions = new LogPartitions(sql, config);
    const { signal } = new AbortController();
    await partitions.arrange(new Date(), signal);
    await write(1, 300);
    await partitions.arrange(new Date(Date.now() + 200 * 86_400_000), signal);
    expect(await keys()).toEqual({ old: 0, young: 0 });
  });
});
