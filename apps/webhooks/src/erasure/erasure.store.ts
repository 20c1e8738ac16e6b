import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';

/** Hashes of erased users. SQL because the log's append reads them in its own statement, and because the marking must be idempotent. */
@Injectable()
export class ErasureStore {
  constructor(private readonly transactions: Transactions) {}

  /** Marks the user as erased: facts of this user that arrive later are not appended. */
  async markErased(userId: string): Promise<void> {
    await this.transactions.open.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [
      createHash('sha256').update(userId).digest(),
    ]);
  }

  /** Deletes marks that are older than any fact that can still arrive. */
  async purge(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }
}
