import type { Class } from '@ces/contracts/rpc';
import { messagingEntities } from '@ces/messaging/messaging.entities';
import { MessagingTables1700000000000 } from '@ces/messaging/migrations/1700000000000-create-messaging-tables';
import { ErasableAnswers1700000001000 } from '@ces/messaging/migrations/1700000001000-add-user-to-answers';
import { AnswersOfUsers1700000002000 } from '@ces/messaging/migrations/1700000002000-index-answers-of-users';
import { Leases1700000003000 } from '@ces/messaging/migrations/1700000003000-create-leases';
import { StreamId1765002000000 } from '@ces/messaging/migrations/1765002000000-add-stream-id';
import { ErasedFacts1765013000000 } from '@ces/messaging/migrations/1765013000000-create-erased-facts';
import { GoneMessages1765110000000 } from '@ces/messaging/migrations/1765110000000-note-gone-messages';
import { MarkInSamePage1766800000000 } from '@ces/messaging/migrations/1766800000000-mark-in-the-same-page';
import { WaitingFacts1766950000000 } from '@ces/messaging/migrations/1766950000000-list-waiting-facts';
import { SeveralFacts1766970000000 } from '@ces/messaging/migrations/1766970000000-let-rows-hold-several-facts';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { ConfigFault, type DatabaseConfig } from '../config/config.js';
import { PartitionFunctions1765000000000 } from '../migrations/1765000000000-arrange-partitions-by-functions.js';
import { DatabaseStore } from './database.store.js';
import { runMissing, type RunOptions } from './migrating/run-migrations.js';
import { addressesIn } from './sessions/hosts.js';
import { sessionOptions } from './sessions/session.store.js';
import { WritablePool } from './sessions/writable-pool.js';

export interface Schema {
  entities: Class<object>[];
  migrations: Class<MigrationInterface>[];
}

type DatabaseSettings = Pick<DatabaseConfig, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATABASE_POOLER'>;

export function databaseOptions(config: DatabaseSettings, schema: Schema): DataSourceOptions {
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
      GoneMessages1765110000000,
      MarkInSamePage1766800000000,
      WaitingFacts1766950000000,
      SeveralFacts1766970000000,
      ...schema.migrations,
    ],
    extra: {
      addresses,
      max: config.DATABASE_POOL,
      // The looks of an idle service sometimes need two. Making a session costs as much as a hundred statements.
      min: Math.min(2, config.DATABASE_POOL),
      connectionTimeoutMillis: 2_000,
      ...(config.DATABASE_POOLER === 'transaction' ? { pooled: true } : { options: sessionOptions }),
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    },
    poolErrorHandler: () => {
      // The pool replaces an idle connection that dies.
    },
  };
}

/**
 * Migrations hold a lock of their session for several transactions. A transaction pooler gives each of them another
 * session, so migrations need an address past it.
 */
export function migrationUrl(config: DatabaseConfig): string {
  const { DATABASE_URL, DATABASE_MIGRATION_URL, DATABASE_POOLER } = config;
  if (DATABASE_MIGRATION_URL === undefined && DATABASE_POOLER === 'transaction') {
    throw new ConfigFault('Behind a pooler, `migrate` needs PostgreSQL itself: set DATABASE_MIGRATION_URL');
  }
  return DATABASE_MIGRATION_URL ?? DATABASE_URL;
}

/**
 * Brings the database up to this version's schema, and returns the names of the migrations that it ran. Concurrent runs
 * wait for each other. `tell` gets a line while requests hold a lock that a migration needs.
 */
export async function migrate(
  url: string,
  schema: Schema,
  tell: (line: string) => void = console.log,
  options?: RunOptions,
): Promise<string[]> {
  const source = await new DataSource(databaseOptions({ DATABASE_URL: url, DATABASE_POOL: 4 }, schema)).initialize();
  try {
    const unlock = await new DatabaseStore(source).lockMigrations();
    try {
      return await runMissing(source, tell, options);
    } finally {
      await unlock();
    }
  } finally {
    await source.destroy();
  }
}
