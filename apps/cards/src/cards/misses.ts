import { Problem, type ProblemCode } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type MigrationInterface, type QueryRunner } from 'typeorm';
import { hashOf } from '../erasure/user-lock.js';

export class CardMisses1764810000000 implements MigrationInterface {
  readonly name = 'CardMisses1764810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_miss (
        user_hash bytea PRIMARY KEY,
        misses integer NOT NULL,
        last_at timestamptz NOT NULL DEFAULT now(),
        blocked_until timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_miss');
  }
}

const free = 5;
const firstPauseSeconds = 5;
const longestPauseSeconds = 900;
const remembered = `interval '1 day'`;

/** Numbers that somebody else has are misses, too: else one could try all numbers to find those that are still free. */
const misses: readonly ProblemCode[] = ['card-unknown', 'card-taken', 'card-not-usable'];

/**
 * Row 18: wrong card numbers of a user, whose nonces and tokens count together. An attempt counts as a miss from its
 * beginning, in a statement of its own, until it turns out to be none: so fifty at once have no more tries than fifty in
 * turn, and a refusal that rolls its changes back does not forget that it happened. A right number forgives nothing.
 */
@Injectable()
export class Misses {
  constructor(private readonly database: DataSource) {}

  /** `attempt` calls `right` in the transaction of its change. */
  async counting<T>(userId: string, attempt: (right: (tx: EntityManager) => Promise<void>) => Promise<T>): Promise<T> {
    const user = hashOf(userId);
    await this.begin(user);
    try {
      return await attempt((tx) => takeBack(tx, user));
    } catch (error) {
      const isMiss = error instanceof Problem && misses.includes(error.code);
      if (!isMiss) await takeBack(this.database.manager, user);
      throw error;
    }
  }

  async purge(): Promise<void> {
    await this.database.query(`DELETE FROM card_miss WHERE last_at < now() - ${remembered}`);
  }

  /** While a pause lasts nothing is counted, so that it does not grow. */
  private async begin(user: Buffer): Promise<void> {
    const counted = await this.database.query<unknown[]>(
      `INSERT INTO card_miss AS m (user_hash, misses) VALUES ($1, 1)
       ON CONFLICT (user_hash) DO UPDATE SET
         misses = CASE WHEN m.last_at < now() - ${remembered} THEN 1 ELSE m.misses + 1 END, last_at = now(),
         blocked_until = CASE WHEN m.last_at >= now() - ${remembered} AND m.misses + 1 >= $2
           THEN now() + make_interval(secs => least($4, $3 * power(2, least(m.misses + 1 - $2, 20)))) END
       WHERE m.blocked_until IS NULL OR m.blocked_until <= now() RETURNING 1`,
      [user, free, firstPauseSeconds, longestPauseSeconds],
    );
    if (counted.length > 0) return;
    const [blocked] = await this.database.query<{ wait: number }[]>(
      'SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS wait FROM card_miss WHERE user_hash = $1',
      [user],
    );
    throw new Problem('rate-limited', 'Too many wrong card numbers; wait before the next attempt.', {
      retry_after: Math.max(1, blocked?.wait ?? 1),
    });
  }
}

async function takeBack(manager: EntityManager, user: Buffer): Promise<void> {
  await manager.query(
    'UPDATE card_miss SET misses = misses - 1, blocked_until = NULL WHERE user_hash = $1 AND misses > 0',
    [user],
  );
}
