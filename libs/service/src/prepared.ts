import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * A statement whose text never changes, for what is asked thousands of times. A connection parses and plans it once; that is
 * most of what a read by a key costs. Its columns are named one by one: what an older plan returns must not change.
 */
export interface Prepared {
  /** One text has one name, in all of the service. */
  name: string;
  text: string;
}

/** In the transaction of `tx`; on any connection, if it is in none. */
export async function runPrepared<T>(tx: EntityManager, statement: Prepared, values: unknown[]): Promise<T[]> {
  const session = tx.queryRunner ?? tx.dataSource.createQueryRunner();
  try {
    const client = (await session.connect()) as PoolClient;
    const { rows } = await client.query({ ...statement, values });
    return rows as T[];
  } finally {
    if (session !== tx.queryRunner) await session.release();
  }
}
