import type { Class } from '@ces/contracts/rpc';
import { messagingEntities } from '@ces/messaging/messaging.entities';
import { MessagingTables1700000000000 } from '@ces/messaging/migrations/1700000000000-create-messaging-tables';
import { ErasableAnswers1700000001000 } from '@ces/messaging/migrations/1700000001000-add-user-to-answers';
import { AnswersOfUsers1700000002000 } from '@ces/messaging/migrations/1700000002000-index-answers-of-users';
import { Leases1700000003000 } from '@ces/messaging/migrations/1700000003000-create-leases';
import { StreamId1765002000000 } from '@ces/messaging/migrations/1765002000000-add-stream-id';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { DatabaseStore } from './database.store.js';

/** The entities and migrations of a service. */
export interface Schema {
  entities: Class<object>[];
  migrations: Class<MigrationInterface>[];
}

/**
 * A process that is frozen, or whose host is gone, must not hold locks for long. A transaction that waits longer for
 * another service sets its own `idle_in_transaction_session_timeout`.
 */
const sessionOptions = [
  'synchronous_commit=on',
  'idle_in_transaction_session_timeout=15s',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export function databaseOptions(
  config: Pick<DatabaseConfig, 'DATABASE_URL' | 'DATABASE_POOL'>,
  schema: Schema,
): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    entities: [...messagingEntities, ...schema.entities],
    migrations: [
      MessagingTables1700000000000,
      ErasableAnswers1700000001000,
      AnswersOfUsers1700000002000,
      Leases1700000003000,
      StreamId1765002000000,
      ...schema.migrations,
    ],
    migrationsTransactionMode: 'each',
    extra: {
      max: config.DATABASE_POOL,
      connectionTimeoutMillis: 2_000,
      options: sessionOptions,
      keepAlive: true,
    },
    poolErrorHandler: () => {
      // The pool replaces an idle connection that dies.
    },
  };
}

/** Brings the database up to this version's schema. Runs that start at once wait for each other. */
export async function migrate(url: string, schema: Schema): Promise<string[]> {
  const source = await new DataSource(databaseOptions({ DATABASE_URL: url, DATABASE_POOL: 4 }, schema)).initialize();
  try {
    const unlock = await new DatabaseStore(source).lockMigrations();
    try {
      const done = await source.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await unlock();
    }
  } finally {
    await source.destroy();
  }
}
