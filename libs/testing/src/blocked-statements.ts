import { eventually } from './eventually.js';

interface Connection {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Waits until this many statements of the connection's database wait for a lock, and returns their processes.
 * `pg_locks` would also show what other specs on the same server wait for.
 */
export function untilBlocked(
  connection: Connection,
  { count = 1, statement = '' }: { count?: number; statement?: string } = {},
): Promise<number[]> {
  return eventually(async () => {
    // In a transaction the activity would stay that of the first look.
    await connection.query('SELECT pg_stat_clear_snapshot()');
    const pids = pidsOf(
      await connection.query(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
        [statement],
      ),
    );
    expect(pids.length).toBeGreaterThanOrEqual(count);
    return pids;
  });
}

/** TypeORM answers with the rows, `pg` with an object that holds them. */
function pidsOf(answer: unknown): number[] {
  const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows;
  return (rows as { pid: number }[]).map(({ pid }) => pid);
}
