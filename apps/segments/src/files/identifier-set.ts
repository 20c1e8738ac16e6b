import type { EntityManager } from 'typeorm';
import { tableOf } from './file-table.js';

/**
 * The identifiers of a complete file become a set with an index, from which the planner learns all it needs. Most files
 * name nobody twice: that is tried first. May be repeated.
 */
export async function makeSet(session: EntityManager, fileId: string): Promise<void> {
  const table = tableOf(fileId);
  try {
    await session.transaction((tx) => createIndex(tx, table));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await session.transaction((tx) => replaceBySet(tx, table));
  }
}

export async function countIdentifiers(session: EntityManager, fileId: string): Promise<number> {
  const [counted] = await session.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${tableOf(fileId)}`);
  return Number(counted?.n);
}

async function createIndex(tx: EntityManager, table: string): Promise<void> {
  // One core and little memory: the others are for those who wait for an answer.
  await tx.query('SET LOCAL max_parallel_maintenance_workers = 0');
  await tx.query(`SET LOCAL maintenance_work_mem = '32MB'`);
  await tx.query(`CREATE UNIQUE INDEX IF NOT EXISTS ${table}_identifier ON ${table} (identifier)`);
}

/** Of a name that comes millions of times one line is written, instead of millions deleted. Whoever waits finds the new table. */
async function replaceBySet(tx: EntityManager, table: string): Promise<void> {
  // While a backup or an erasure has the table, other files are processed: behind this lock everybody would wait.
  await tx.query(`SET LOCAL lock_timeout = '2s'`);
  await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await tx.query(`CREATE TABLE ${table}_set (LIKE ${table})`);
  // By sorting: what is known of a new table would have it guess that few names are in it.
  await tx.query('SET LOCAL enable_hashagg = off');
  await tx.query(`SET LOCAL work_mem = '16MB'`);
  await tx.query(`INSERT INTO ${table}_set SELECT DISTINCT identifier FROM ${table}`);
  await tx.query(`DROP TABLE ${table}`);
  await tx.query(`ALTER TABLE ${table}_set RENAME TO ${table}`);
  await createIndex(tx, table);
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
