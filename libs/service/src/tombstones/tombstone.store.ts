import { droppingLetters } from '@ces/messaging/facts/dead-letter.store';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ErasedUserEntity } from './erased-user.entity.js';
import { hashUser } from './hash-user.js';

/** SQL because advisory locks have no table, and because a fact may be handled again. */
@Injectable()
export class TombstoneStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes other transactions that lock this user wait until the open one ends. */
  async lockUser(userId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`user ${userId}`]);
  }

  isErased(userId: string): Promise<boolean> {
    return this.transactions.open.existsBy(ErasedUserEntity, { user_hash: hashUser(userId) });
  }

  async add(userId: string): Promise<void> {
    await this.transactions.open.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [
      hashUser(userId),
    ]);
  }

  async deleteOld(): Promise<void> {
    await this.transactions.current.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }

  /** A fact that failed during the erasure becomes a dead letter only after it. */
  async deleteLetters(): Promise<void> {
    // The quotes distinguish the field from text of clients: quotes within a string of the payload are escaped.
    await this.transactions.current.query(
      droppingLetters(
        `sha256(convert_to(substring(payload from '"user_id":"([A-Za-z0-9]+)"'), 'UTF8'))
           IN (SELECT user_hash FROM erased_user)`,
      ),
    );
  }
}
