import { Transactions } from '@ces/messaging/storage/transactions';
import { databaseOptions, migrate } from '@ces/service/database/database';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { EventsConfig } from '../events.config.js';
import { events } from '../events.module.js';
import { EventLogStore } from './event-log.store.js';
import { LogRetentionService } from './log-retention.service.js';

describe('the keys of events that are past the retention', () => {
  let database: PrivateDatabase;
  let config: EventsConfig;
  let sql: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('log-retention', async (url) => {
      await migrate(url, events.schema);
    });
    config = testConfig(EventsConfig, { DATABASE_URL: database.url });
    sql = await new DataSource(databaseOptions(config, events.schema)).initialize();
  });

  afterAll(async () => {
    await sql.destroy();
    await database.drop();
  });

  const retention = () => new LogRetentionService(sql, new EventLogStore(new Transactions(sql)), config);
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

  it('are purged up to the current batch when the process ends, and the next process resumes the purge', async () => {
    await write(12_000, 600);
    await write(1, 300);
    const writer = sql.createQueryRunner();
    await writer.startTransaction();
    await writer.query('LOCK TABLE event_key IN SHARE MODE');
    const stop = new AbortController();
    const purging = retention().arrange(stop.signal);
    await untilBlocked(writer, { statement: 'event_key' });
    stop.abort();
    await writer.commitTransaction();
    await writer.release();
    await purging;
    expect(await keys()).toEqual({ old: 7_000, young: 1 });

    await retention().arrange(new AbortController().signal);
    expect(await keys()).toEqual({ old: 0, young: 1 });
  });

  it('are purged by a running process when the bound of its log moves', async () => {
    const running = retention();
    const { signal } = new AbortController();
    await running.arrange(signal);
    await write(1, 300);
    await running.arrangeAt(new Date(Date.now() + 200 * 86_400_000), signal);
    expect(await keys()).toEqual({ old: 0, young: 0 });
  });
});
