import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const migrationLock = 0x6d69_6772; // 'migr'

/** SQL because it concerns no table. */
export class DatabaseStore {
  constructor(private readonly database: DataSource) {}

  async ping(): Promise<void> {
    await this.database.query('SELECT 1');
  }

  /** Waits until no other process migrates this database. The result lets the next one migrate. */
  async lockMigrations(): Promise<() => Promise<void>> {
    const session = this.database.createQueryRunner();
    const obtain = async (): Promise<boolean> => {
      const [row] = (await session.query('SELECT pg_try_advisory_lock($1) AS held', [migrationLock])) as Held[];
      return row?.held ?? false;
    };
    // It polls, because a statement that waits for the lock would block the concurrent building of an index.
    while (!(await obtain())) await sleep(100);
    return async () => {
      await session.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
      await session.release();
    };
  }
}

interface Held {
  held: boolean;
}
