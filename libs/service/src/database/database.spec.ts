import { isOutage } from '@ces/messaging/storage/outage';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { DatabaseConfig, readConfig } from '../config/config.js';
import { databaseOptions, migrationUrl } from './database.js';
import { LongReadStore } from './long-read.store.js';

describe('the database of a service', () => {
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('sessions');
    source = await new DataSource(
      databaseOptions({ DATABASE_URL: database.url, DATABASE_POOL: 4 }, { entities: [], migrations: [] }),
    ).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it.each([
    ['synchronous_commit', 'on'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_keepalives_count', '3'],
  ])('gives its sessions %s = %s', async (name, value) => {
    expect(await source.query(`SHOW ${name}`)).toEqual([{ [name]: value }]);
  });

  it('ends a transaction that stays idle; its error counts as an outage', async () => {
    await source.query('CREATE TABLE clock (position integer)');
    await source.query('INSERT INTO clock VALUES (0)');
    const stopped = source.transaction(async (tx) => {
      await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '50ms'`);
      await tx.query('UPDATE clock SET position = 1');
      await eventually(() => source.query('SET lock_timeout = 20; UPDATE clock SET position = 2'));
      await tx.query('UPDATE clock SET position = 3');
    });
    const error: unknown = await stopped.catch((fault: unknown) => fault);
    expect(isOutage(error)).toBe(true);
    expect(await source.query('SELECT position FROM clock')).toEqual([{ position: 2 }]);
  });

  it('ends a read for which nobody waits any more, and no other statement', async () => {
    const transactions = new Transactions(source);
    const reads = new LongReadStore(transactions);
    const read = (seconds: number) => transactions.open.query('SELECT pg_sleep($1)', [seconds]);
    const refusal = { code: 'service-unavailable', extras: { retry_after: 60 } };
    await expect(reads.run(() => read(20), 20)).rejects.toMatchObject(refusal);
    await reads.run(() => read(0), 20);
    await transactions.run(() => read(0.05));
  });
});

describe('migrations', () => {
  const pooled = 'postgres://pooler:6432/events';
  const direct = 'postgres://db:5432/events';
  const urlOf = (settings: Record<string, string>): string =>
    migrationUrl(readConfig(DatabaseConfig, { DATABASE_URL: pooled, ...settings }));

  it('go to DATABASE_URL unless DATABASE_MIGRATION_URL leads past a pooler', () => {
    expect(urlOf({})).toBe(pooled);
    expect(urlOf({ DATABASE_POOLER: 'transaction', DATABASE_MIGRATION_URL: direct })).toBe(direct);
  });

  it('are refused behind a pooler that gives each transaction another session', () => {
    expect(() => urlOf({ DATABASE_POOLER: 'transaction' })).toThrow('set DATABASE_MIGRATION_URL');
  });
});
