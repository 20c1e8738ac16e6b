import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { KnownUserEntity } from './known-user.entity.js';

/** A transaction that adds users holds this advisory lock shared, until its commit. ('user') */
const addLock = 0x7573_6572;

const notErased = `NOT EXISTS (SELECT FROM erased_user WHERE user_hash = sha256(convert_to(user_id, 'UTF8')))`;

/** SQL because facts come in sets, may come again, and may come after the erasure of their user. */
@Injectable()
export class KnownUserStore {
  constructor(private readonly transactions: Transactions) {}

  /** Leaves closed accounts closed. */
  async add(userIds: string[]): Promise<void> {
    await this.shareLock();
    await this.transactions.open.query(
      `INSERT INTO known_user (user_id) SELECT DISTINCT user_id FROM unnest($1::text[]) AS given (user_id)
       WHERE ${notErased} ORDER BY user_id ON CONFLICT DO NOTHING`,
      [userIds],
    );
  }

  /** The later closing or restoring counts. */
  async noteClosing(userId: string, closed: boolean, at: string): Promise<void> {
    await this.shareLock();
    await this.transactions.open.query(
      `INSERT INTO known_user (user_id, closed, changed_at)
       SELECT user_id, $2, $3 FROM (SELECT $1 AS user_id) AS given WHERE ${notErased}
       ON CONFLICT (user_id) DO UPDATE SET closed = EXCLUDED.closed, changed_at = EXCLUDED.changed_at
       WHERE known_user.changed_at IS NULL OR known_user.changed_at <= EXCLUDED.changed_at`,
      [userId, closed, at],
    );
  }

  /** Comes after the tombstone's commit: it waits for all that may have read before it. */
  async erase(userId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [addLock]);
    await this.transactions.open.delete(KnownUserEntity, { user_id: userId });
  }

  /** The statement after this one sees each tombstone whose erasure does not wait for the lock. */
  private async shareLock(): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock_shared($1)', [addLock]);
  }
}
