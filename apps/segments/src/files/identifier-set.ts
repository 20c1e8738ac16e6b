import type { EntityManager } from 'typeorm';
import { tableOf } from './file-table.js';

/**
 * The identifiers of a complete file become a set with an index, from which the planner learns all it needs. Most files
 * name nobody twice: that is tried first. May be repeated.
 */
export async function makeSet(session: EntityManager, fileId: string): Promise<void> {
  try {
    await session.transaction((tx) => createIndex(tx, fileId));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await deleteRepeated(session, tableOf(fileId));
    await session.transaction((tx) => createIndex(tx, fileId));
  }
}

export async function countIdentifiers(session: EntityManager, fileId: string): Promise<number> {
  const [counted] = await session.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${tableOf(fileId)}`);
  return Number(counted?.n);
}

async function createIndex(tx: EntityManager, fileId: string): Promise<void> {
  const table = tableOf(fileId);
  // One core: the others are for those who wait for an answer.
  await tx.query('SET LOCAL max_parallel_maintenance_workers = 0');
  await tx.query(`CREATE UNIQUE INDEX IF NOT EXISTS ${table}_identifier ON ${table} (identifier)`);
}

/** By a join, which may use the disk: an array of them would have to fit into memory, and into what an array may hold. */
async function deleteRepeated(session: EntityManager, table: string): Promise<void> {
  await session.query(
    `DELETE FROM ${table} t USING (
       SELECT ctid FROM (SELECT ctid, row_number() OVER (PARTITION BY identifier) AS nth FROM ${table}) numbered
        WHERE nth > 1) repeated WHERE t.ctid = repeated.ctid`,
  );
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
