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

  async void(userId: string, purposes: Purpose[]): Promise<void> {
    await this.transactions.open.query(
      'UPDATE nonce SET used_at = now() WHERE user_id = $1 AND purpose = ANY ($2) AND used_at IS NULL',
      [userId, purposes],
    );
  }

  /** Voids the unused nonces of the same user and purpose that were made before this one. */
  async voidOlder(hash: Buffer): Promise<void> {
    await this.transactions.open.query(
      `UPDATE nonce older SET used_at = now() FROM nonce newer
       WHERE newer.hash = $1 AND older.user_id = newer.user_id AND older.purpose = newer.purpose
         AND older.created_at < newer.created_at AND older.used_at IS NULL`,
      [hash],
    );
  }

  async forgetUser(userId: string): Promise<void> {
    await this.transactions.open.query(
      'UPDATE nonce SET user_id = NULL, used_at = coalesce(used_at, now()) WHERE user_id = $1',
      [userId],
    );
  }

  /** Seconds until the last nonce of the user for the purpose is a minute old, and the fifth last one a day. */
  async secondsToNext(userId: string, purpose: Purpose): Promise<number> {
    const [found] = await this.transactions.current.query<{ seconds: number }[]>(
      `WITH given AS (SELECT created_at AS at FROM nonce WHERE user_id = $1 AND purpose = $2)
       SELECT greatest(0, ceil(extract(epoch FROM greatest(
         (SELECT max(at) + interval '1 minute' FROM given),
         (SELECT at + interval '1 day' FROM given ORDER BY at DESC OFFSET 4 LIMIT 1)) - now())))::int AS seconds`,
      [userId, purpose],
    );
    return found?.seconds ?? 0;
  }

  async purge(hours: number): Promise<void> {
    await this.transactions.current.query('DELETE FROM nonce WHERE expires_at < now() - make_interval(hours => $1)', [
      hours,
    ]);
  }
}
