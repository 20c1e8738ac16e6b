import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { AppliedMigrationStore } from '../database/migrating/applied-migration.store.js';
import { databaseOptions, type Schema } from '../database/database.js';
import { fitOf, namesOf } from '../database/migrating/schema-fit.js';
import { describeRefusal } from './describe-refusal.js';
import type { Obstacle } from './not-ready-server.js';

const pauseMs = 500;
const watchMs = 15_000;

/**
 * Waits until the database can be reached and its schema fits this version. `tell` gets each new obstacle once, however
 * often the attempt is repeated.
 */
export async function untilSchemaFits(
  config: DatabaseConfig,
  { migrations }: Schema,
  tell: (obstacle: Obstacle) => void,
): Promise<void> {
  const options = databaseOptions({ ...config, DATABASE_POOL: 1 }, { entities: [], migrations });
  const database = new DataSource(options);
  try {
    let told = '';
    for (;;) {
      const obstacle = await obstacleIn(database, config.DATABASE_URL);
      if (!obstacle) return;
      if (obstacle.reason !== told) tell(obstacle);
      told = obstacle.reason;
      await sleep(pauseMs);
    }
  } finally {
    if (database.isInitialized) await database.destroy();
  }
}

/** Resolves with the reason why the schema no longer fits. An unreachable database is not a reason. */
export async function untilSchemaIsUnfit(database: DataSource): Promise<string> {
  for (;;) {
    await sleep(watchMs, undefined, { ref: false });
    const fault = await faultIn(database).catch(() => undefined);
    if (fault !== undefined) return fault;
  }
}

async function obstacleIn(database: DataSource, url: string): Promise<Obstacle | undefined> {
  try {
    if (!database.isInitialized) await database.initialize();
    const reason = await faultIn(database);
    return reason === undefined ? undefined : { checks: { database: true, schema: false }, reason };
  } catch (error) {
    return { checks: { database: false }, reason: describeRefusal(error, url) };
  }
}

async function faultIn(database: DataSource): Promise<string | undefined> {
  return fitOf(namesOf(database), await new AppliedMigrationStore(database).names()).fault;
}
