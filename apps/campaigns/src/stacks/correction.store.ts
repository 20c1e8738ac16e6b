import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { NewEntry } from './ledger.store.js';

export type NewCorrectionEntry = Omit<NewEntry, 'effect'> & { reason: string };

/** SQL because the balance is locked before it is compared, and added up in the statement that changes it. */
@Injectable()
export class CorrectionStore {
  constructor(private readonly transactions: Transactions) {}

  /** Returns the balance, which does not change until the transaction ends. A user without entries has 0 and no lock. */
  async lockBalance(userId: string, blockId: string): Promise<number> {
    const [row] = await this.transactions.open.query<{ value: string }[]>(
      'SELECT value FROM balance WHERE user_id = $1 AND block_id = $2 FOR UPDATE',
      [userId, blockId],
    );
    return Number(row?.value ?? 0);
  }

  /** Returns when it was booked, and the new balance. */
  async book(entry: NewCorrectionEntry): Promise<{ created_at: Date; balance: number }> {
    const [row] = await this.transactions.open.query<{ created_at: Date; value: string }[]>(
      `WITH booked AS (
         INSERT INTO ledger (id, user_id, stack_id, block_id, value, campaign_id, event_id, effect, reason, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, now())
       )
       INSERT INTO balance AS b (user_id, block_id, value) VALUES ($2, $4, $5)
       ON CONFLICT (user_id, block_id) DO UPDATE SET value = b.value + excluded.value
       RETURNING now() AS created_at, value`,
      [
        entry.id,
        entry.user_id,
        entry.stack_id,
        entry.block_id,
        entry.value,
        entry.campaign_id,
        entry.event_id,
        entry.reason,
      ],
    );
    if (!row) throw new Error('a correction was not booked');
    return { created_at: row.created_at, balance: Number(row.value) };
  }
}
