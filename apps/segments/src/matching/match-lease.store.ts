import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Gives a file to one replica at a time. SQL because the lease is an advisory lock of a session. */
@Injectable()
export class MatchLeaseStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs work while this replica holds the lease of an upload; undefined when another one holds it. The lock belongs to a
   * session, so it ends with a process that dies. The work runs on the same session and takes no other connection.
   */
  async holding<T>(uploadId: string, work: () => Promise<T>): Promise<T | undefined> {
    const name = `match ${uploadId}`;
    const session = this.database.createQueryRunner();
    try {
      const [lock] = (await session.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name])) as {
        held: boolean;
      }[];
      if (!lock?.held) return undefined;
      try {
        return await this.transactions.on(session.manager, work);
      } finally {
        await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
      }
    } finally {
      await session.release();
    }
  }
}
