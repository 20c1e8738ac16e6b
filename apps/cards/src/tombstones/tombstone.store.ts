import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { hashUser } from './hash-user.js';

/** Locks and tombstones of users. SQL because an advisory lock has no table, and because a fact may be handled again. */
@Injectable()
export class TombstoneStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other changes of this user wait until the open transaction ends. */
  async lockUser(userId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`user ${userId}`]);
  }

  async isErased(userId: string): Promise<boolean> {
    const erased = await this.transactions.open.query<unknown[]>('SELECT 1 FROM erased_user WHERE user_hash = $1', [
      hashUser(userId),
    ]);
    return erased.length > 0;
  }

  async add(userId: string): Promise<void> {
    await this.transactions.open.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [
      hashUser(userId),
    ]);
  }

  /** Deletes tombstones that are older than a week. */
  async deleteOld(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }
}
