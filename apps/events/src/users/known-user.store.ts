import { Transactions } from '@ces/messaging/storage/transactions';
import { hashUser } from '@ces/service/tombstones/hash-user';
import { Injectable } from '@nestjs/common';
import { KnownUserEntity } from './known-user.entity.js';

/** A transaction that adds users holds this advisory lock shared, until its commit. ('user') */
const addLock = 0x7573_6572;

const hashOfUser = `sha256(convert_to(user_id, 'UTF8'))`;
const notErased = `NOT EXISTS (SELECT FROM erased_user e WHERE e.user_hash = given.user_hash)`;

/** SQL because facts come in sets, may come again, and may come after the erasure of their user. */
@Injectable()
export class KnownUserStore {
  constructor(private readonly transactions: Transactions) {}

  /** Leaves closed accounts closed. */
  async add(userIds: string[]): Promise<void> {
    await this.shareLock();
    await this.transactions.open.query(
      `INSERT INTO known_user (user_hash)
       SELECT user_hash FROM (SELECT DISTINCT ${hashOfUser} AS user_hash FROM unnest($1::text[]) AS ids (user_id)) AS given
       WHERE ${notErased} ORDER BY user_hash ON CONFLICT DO NOTHING`,
      [userIds],
    );
  }

  /** The later closing or restoring counts. */
  async noteClosing(userId: string, closed: boolean, at: string): Promise<void> {
    await this.shareLock();
    await this.transactions.open.query(
      `INSERT INTO known_user (user_hash, closed, changed_at)
       SELECT user_hash, $2, $3 FROM (SELECT ${hashOfUser} AS user_hash FROM (SELECT $1 AS user_id) AS id) AS given
       WHERE ${notErased}
       ON CONFLICT (user_hash) DO UPDATE SET closed = EXCLUDED.closed, changed_at = EXCLUDED.changed_at
       WHERE known_user.changed_at IS NULL OR known_user.changed_at <= EXCLUDED.changed_at`,
      [userId, closed, at],
    );
  }

  /** Comes after the tombstone's commit: it waits for all that may have read before it. */
  async erase(userId: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [addLock]);
    const user_hash = hashUser(userId);
    await this.transactions.open.delete(KnownUserEntity, { user_hash });
  }

  /** The statement after this one sees each tombstone whose erasure does not wait for the lock. */
  private async shareLock(): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock_shared($1)', [addLock]);
  }
}
