import type { PoolClient, QueryResultRow } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';

/**
 * A statement whose text never changes, for what is asked thousands of times. A connection parses and plans it once; that is
 * most of what a read by a key costs.
 */
export interface Prepared {
  /** One text has one name, in all of the service. */
  name: string;
  text: string;
}

/** In the transaction of `tx`; on any connection, if it is in none. */
export async function runPrepared<T>(tx: EntityManager, statement: Prepared, values: unknown[]): Promise<T[]> {
  const session = tx.queryRunner ?? tx.dataSource.createQueryRunner();
  if (session.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const { text } = statement;
  try {
    const client = (await session.connect()) as PoolClient;
    const ask = (query: { text: string }) => client.query<T & QueryResultRow>({ ...query, values });
    const inTransaction = session.isTransactionActive;
    const { rows } = await ask(statement).catch((error: unknown) => {
      if (inTransaction || !isStale(error)) throw error;
      return ask({ text });
    });
    return rows;
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, values, error) : error;
  } finally {
    if (session !== tx.queryRunner) await session.release();
  }
}

/** A newer release has changed the type of what it returns, or somebody between us and PostgreSQL has forgotten it. */
function isStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');
}
