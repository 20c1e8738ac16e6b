import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { NonceEntity } from './nonce.entity.js';
import type { Purpose } from './purpose.js';

export interface FoundNonce extends Pick<NonceEntity, 'user_id' | 'client_id' | 'purpose'> {
  /** Used or expired. */
  gone: boolean;
}

export interface NonceOwner extends Pick<NonceEntity, 'client_id'> {
  user_id: string;
}

interface NewNonce extends NonceOwner, Pick<NonceEntity, 'hash' | 'purpose'> {
  hours: number;
}

/** Nonces. SQL because they expire by the database's clock, and because a nonce is used up in one statement. */
@Injectable()
export class NonceStore {
  constructor(private readonly transactions: Transactions) {}

  async add({ hash, purpose, user_id, client_id, hours }: NewNonce): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO nonce (hash, purpose, user_id, client_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [hash, purpose, user_id, client_id, hours],
    );
  }

  async find(hash: Buffer): Promise<FoundNonce | undefined> {
    const [found] = await this.transactions.current.query<FoundNonce[]>(
      `SELECT user_id, client_id, purpose, used_at IS NOT NULL OR expires_at <= now() AS gone FROM nonce WHERE hash = $1`,
      [hash],
    );
    return found;
  }

  /** Uses up a nonce that is neither used nor expired. One transaction succeeds, and the others wait for its commit. */
  async consume(hash: Buffer, purpose: Purpose): Promise<NonceOwner | undefined> {
    const [[used]] = await this.transactions.open.query<[NonceOwner[], number]>(
      `UPDATE nonce SET used_at = now() WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
         AND user_id IS NOT NULL RETURNING user_id, client_id`,
      [hash, purpose],
    );
    return used;
  }

  /** Marks the unused nonces of a user as used. */
  async void(userId: string, purposes: Purpose[]): Promise<void> {
    await this.transactions.open.query(
      'UPDATE nonce SET used_at = now() WHERE user_id = $1 AND purpose = ANY ($2) AND used_at IS NULL',
      [userId, purposes],
    );
  }

  /** Empties the nonces of a user, so that only their end is known. */
  async forgetUser(userId: string): Promise<void> {
    await this.transactions.open.query(
      'UPDATE nonce SET user_id = NULL, used_at = coalesce(used_at, now()) WHERE user_id = $1',
      [userId],
    );
  }

  /** Tells whether the user got a nonce for the purpose in the last minute, or five in the last day. */
  async isLimitReached(userId: string, purpose: Purpose): Promise<boolean> {
    const [sent] = await this.transactions.current.query<{ minute: boolean; day: boolean }[]>(
      `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute') >= 1 AS minute,
       count(*) FILTER (WHERE created_at > now() - interval '1 day') >= 5 AS day
     FROM nonce WHERE user_id = $1 AND purpose = $2`,
      [userId, purpose],
    );
    return sent !== undefined && (sent.minute || sent.day);
  }

  /** Deletes nonces that expired more than so many hours ago. */
  async purge(hours: number): Promise<void> {
    await this.transactions.current.query('DELETE FROM nonce WHERE expires_at < now() - make_interval(hours => $1)', [
      hours,
    ]);
  }
}
