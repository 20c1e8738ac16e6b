import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type Migration, type QueryRunner } from 'typeorm';
import { isDeadlock, isLockTimeout } from '../violations.js';
import { GrantStore } from './grant.store.js';
import { LockWaitStore } from './lock-wait.store.js';

interface LockPatience {
  /** Requests queue behind a waiting migration, so it soon lets them pass. */
  timeoutMs: number;
  pauseMs: number;
  attempts: number;
}

export interface RunOptions {
  patience?: LockPatience;
  /** The role that serves. It gets its rights before the migrations run, so that no replica waits for them afterwards. */
  servingRole?: string | undefined;
}

/** About five minutes. */
const defaultPatience: LockPatience = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 60 };

/**
 * Runs the missing migrations, and returns their names. Each commits by itself, so that a later run continues after the
 * last one. A migration that does not get its locks in time, or meets a request in a deadlock, is rolled back and tried
 * again. A migration without a transaction waits without a limit, because requests go on beside it.
 */
export async function runMissing(
  database: DataSource,
  tell: (line: string) => void,
  { patience = defaultPatience, servingRole }: RunOptions = {},
): Promise<string[]> {
  const runner = database.createQueryRunner();
  try {
    const executor = new MigrationExecutor(database, runner);
    if (servingRole !== undefined) {
      // In an empty database this makes the record of migrations.
      await executor.showMigrations();
      await new GrantStore(database).letServe(servingRole);
    }
    const missing = await executor.getPendingMigrations();
    for (const migration of missing) {
      const run = () => executor.executeMigration(migration);
      if (migration.instance?.transaction === false) await run();
      else await runPatiently(runner, migration, run, tell, patience);
    }
    return missing.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

async function runPatiently(
  runner: QueryRunner,
  { name }: Migration,
  run: () => Promise<unknown>,
  tell: (line: string) => void,
  { timeoutMs, pauseMs, attempts }: LockPatience,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runInTransaction(runner, run, timeoutMs);
      return;
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (attempt === attempts) throw lockedOut(name, attempts, error);
      tell(`${name} waits for a lock that others hold; attempt ${attempt} of ${attempts}`);
      await sleep(pauseMs);
    }
  }
}

async function runInTransaction(runner: QueryRunner, run: () => Promise<unknown>, timeoutMs: number): Promise<void> {
  await runner.startTransaction();
  try {
    await new LockWaitStore(runner).limit(timeoutMs);
    await run();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

function lockedOut(name: string, attempts: number, cause: unknown): Error {
  return new Error(
    `${name} did not get its locks in ${attempts} attempts; look for long transactions in pg_stat_activity, then run migrate again`,
    { cause },
  );
}
