import type { DataSource, EntityManager } from 'typeorm';

/**
 * Work that one replica does at a time. The lock belongs to a session, so that it goes with the process that held it; the
 * work is done on the same session, and takes no other connection. Undefined when somebody else is at it.
 */
export async function holding<T>(
  database: DataSource,
  name: string,
  work: (session: EntityManager) => Promise<T>,
): Promise<T | undefined> {
  const session = database.createQueryRunner();
  try {
    const [lock] = (await session.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name])) as {
      held: boolean;
    }[];
    if (!lock?.held) return undefined;
    try {
      return await work(session.manager);
    } finally {
      await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
    }
  } finally {
    await session.release();
  }
}
