import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import type { PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { UndeliveredAttempts1764400002000 } from '../src/migrations/1764400002000-index-undelivered-attempts.js';
import { webhooks } from '../src/webhooks.module.js';

describe('the index of the attempts that were not delivered', () => {
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await migratedDatabase(webhooks.name, webhooks.schema);
    source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('is built for the partitions that are there, also when a run broke off, and for those to come', async () => {
    const runner = source.createQueryRunner();
    const migration = new UndeliveredAttempts1764400002000();
    await migration.down(runner);
    await runner.query(`CREATE TABLE attempt_w1 PARTITION OF attempt FOR VALUES FROM ('2020-01-01') TO ('2020-01-08')`);
    await runner.query(
      `CREATE INDEX attempt_w1_not_delivered ON attempt_w1 (webhook_id, id) WHERE outcome <> 'delivered'`,
    );
    await migration.up(runner);
    await runner.query(`CREATE TABLE attempt_w2 PARTITION OF attempt FOR VALUES FROM ('2020-01-08') TO ('2020-01-15')`);
    const found = (await runner.query(
      `SELECT indrelid::regclass::text AS of, indisvalid AS valid FROM pg_index
        WHERE indexrelid = 'attempt_not_delivered'::regclass
           OR indexrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'attempt_not_delivered'::regclass)
        ORDER BY 1`,
    )) as { of: string; valid: boolean }[];
    await runner.release();
    expect(found).toEqual(
      ['attempt', 'attempt_default', 'attempt_w1', 'attempt_w2'].map((of) => ({ of, valid: true })),
    );
  });
});
