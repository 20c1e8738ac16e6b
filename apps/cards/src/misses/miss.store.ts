import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CardMissEntity } from './card-miss.entity.js';

const freeMisses = 5;
const firstPauseSeconds = 5;
const longestPauseSeconds = 900;
const remembered = `interval '1 day'`;
/** No attempt takes so long, so attempts that a crash left under way no longer count. */
const longestAttempt = `interval '1 minute'`;

const finish = 'UPDATE card_miss SET under_way = greatest(under_way - 1, 0) WHERE user_hash = $1';

/**
 * Attempts and misses of each user. SQL because attempts at the same time are compared and counted in one statement. It
 * uses the database directly: a count must stay when the transaction of the attempt is rolled back.
 */
@Injectable()
export class MissStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Counts an attempt as under way. Returns false during a pause, and when too many attempts are under way. */
  async begin(user: Buffer): Promise<boolean> {
    const known = `CASE WHEN m.last_at < now() - ${remembered} THEN 0 ELSE m.misses END`;
    const underWay = `CASE WHEN m.last_at < now() - ${longestAttempt} THEN 0 ELSE m.under_way END`;
    const counted = await this.database.query<unknown[]>(
      `INSERT INTO card_miss AS m (user_hash, misses, under_way) VALUES ($1, 0, 1)
       ON CONFLICT (user_hash) DO UPDATE SET misses = ${known}, under_way = ${underWay} + 1, last_at = now()
       WHERE (m.blocked_until IS NULL OR m.blocked_until <= now()) AND ${underWay} < greatest(1, $2 - (${known}))
       RETURNING 1`,
      [user, freeMisses],
    );
    return counted.length > 0;
  }

  async findPause(user: Buffer): Promise<number | undefined> {
    const [pause] = await this.database.query<{ wait: number }[]>(
      `SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS wait FROM card_miss
        WHERE user_hash = $1 AND blocked_until > now()`,
      [user],
    );
    return pause?.wait;
  }

  /** Ends an attempt in the open transaction of its change. */
  async finishAttempt(user: Buffer): Promise<void> {
    await this.transactions.open.query(finish, [user]);
  }

  /** Ends an attempt that changed nothing and was no miss. */
  async dropAttempt(user: Buffer): Promise<void> {
    await this.database.query(finish, [user]);
  }

  /** Ends an attempt as a miss. From the fifth miss on a pause begins, and each is twice as long as the one before. */
  async recordMiss(user: Buffer): Promise<void> {
    await this.database.query(
      `UPDATE card_miss SET under_way = greatest(under_way - 1, 0), misses = misses + 1, last_at = now(),
         blocked_until = CASE WHEN misses + 1 >= $2
           THEN now() + make_interval(secs => least($4, $3 * power(2, least(misses + 1 - $2, 20)))) END
       WHERE user_hash = $1`,
      [user, freeMisses, firstPauseSeconds, longestPauseSeconds],
    );
  }

  async purge(): Promise<void> {
    await this.database.query(`DELETE FROM card_miss WHERE last_at < now() - ${remembered}`);
  }

  async eraseUser(user: Buffer): Promise<void> {
    await this.transactions.open.delete(CardMissEntity, { user_hash: user });
  }
}
