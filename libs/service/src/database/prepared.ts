import type { PoolClient, QueryResultRow } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';

/**
 * A statement whose text never changes and that runs thousands of times. A connection parses and plans it once, which is
 * most of the cost of a read by a key.
 */
export interface PreparedStatement {
  /** One name per text within a service. */
  name: string;
  text: string;
}

/** Runs a statement in the transaction of `tx`, or on any connection if `tx` is in none. */
export async function runPrepared<T>(tx: EntityManager, statement: PreparedStatement, values: unknown[]): Promise<T[]> {
  const session = tx.queryRunner ?? tx.dataSource.createQueryRunner();
  if (session.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const { text } = statement;
  try {
    const client = (await session.connect()) as PoolClient;
    const run = (query: { text: string }) => client.query<T & QueryResultRow>({ ...query, values });
    const inTransaction = session.isTransactionActive;
    const { rows } = await run(statement).catch((error: unknown) => {
      if (inTransaction || !isStale(error)) throw error;
      return run({ text });
    });
    return rows;
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, values, error) : error;
  } finally {
    if (session !== tx.queryRunner) await session.release();
  }
}

/** True when a newer release has changed the types of the result, or a pooler has lost the prepared statement. */
function isStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');
}
