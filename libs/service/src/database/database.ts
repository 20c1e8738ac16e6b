import type { Class } from '@ces/contracts/rpc';
import { messagingEntities } from '@ces/messaging/messaging.entities';
import { MessagingTables1700000000000 } from '@ces/messaging/migrations/1700000000000-create-messaging-tables';
import { ErasableAnswers1700000001000 } from '@ces/messaging/migrations/1700000001000-add-user-to-answers';
import { AnswersOfUsers1700000002000 } from '@ces/messaging/migrations/1700000002000-index-answers-of-users';
import { Leases1700000003000 } from '@ces/messaging/migrations/1700000003000-create-leases';
import { StreamId1765002000000 } from '@ces/messaging/migrations/1765002000000-add-stream-id';
import { ErasedFacts1765013000000 } from '@ces/messaging/migrations/1765013000000-create-erased-facts';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { PartitionFunctions1765000000000 } from '../migrations/1765000000000-arrange-partitions-by-functions.js';
import { DatabaseStore } from './database.store.js';
import { runMissing, type LockPatience } from './migrating/run-migrations.js';
import { addressesIn } from './sessions/hosts.js';
import { WritablePool } from './sessions/writable-pool.js';

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
  const addresses = addressesIn(config.DATABASE_URL);
  const [url = ''] = addresses;
  return {
    type: 'postgres',
    driver: { Pool: WritablePool },
    url,
    entities: [...messagingEntities, ...schema.entities],
    migrations: [
      MessagingTables1700000000000,
      ErasableAnswers1700000001000,
      AnswersOfUsers1700000002000,
      Leases1700000003000,
      PartitionFunctions1765000000000,
      StreamId1765002000000,
      ErasedFacts1765013000000,
      ...schema.migrations,
    ],
    extra: {
      addresses,
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

/**
 * Brings the database up to this version's schema, and returns the names of the migrations that it ran. Runs that start at
 * once wait for each other. `tell` gets a line while others hold a lock that a migration needs.
 */
export async function migrate(
  url: string,
  schema: Schema,
  tell: (line: string) => void = console.log,
  patience?: LockPatience,
): Promise<string[]> {
  const source = await new DataSource(databaseOptions({ DATABASE_URL: url, DATABASE_POOL: 4 }, schema)).initialize();
  try {
    const unlock = await new DatabaseStore(source).lockMigrations();
    try {
      return await runMissing(source, tell, patience);
    } finally {
      await unlock();
    }
  } finally {
    await source.destroy();
  }
}
