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

/** Attempts are counted apart while they are under way. */
export class CardAttempts1764910000000 implements MigrationInterface {
  readonly name = 'CardAttempts1764910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_miss ADD COLUMN under_way integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_miss DROP COLUMN under_way');
  }
}

const free = 5;
const firstPauseSeconds = 5;
const longestPauseSeconds = 900;
const remembered = `interval '1 day'`;
/** No attempt takes so long: those that a crash left under way no longer count. */
const longestAttempt = `interval '1 minute'`;

/** Numbers that somebody else has are misses, too: else one could try all numbers to find those that are still free. */
const misses: readonly ProblemCode[] = ['card-unknown', 'card-taken', 'card-not-usable'];

/**
 * Row 18: wrong card numbers of a user, whose nonces and tokens count together. An attempt has its place among the free
 * ones from its beginning, in a statement of its own: so fifty at once have no more tries than fifty in turn. It becomes a
 * miss when its number is wrong, and only then a pause begins. A right number forgives nothing.
 */
@Injectable()
export class Misses {
  constructor(private readonly database: DataSource) {}

  /** `attempt` calls `right` in the transaction of its change. */
  async counting<T>(userId: string, attempt: (right: (tx: EntityManager) => Promise<void>) => Promise<T>): Promise<T> {
    const user = hashOf(userId);
    await this.begin(user);
    try {
      return await attempt((tx) => end(tx, user));
    } catch (error) {
      const isMiss = error instanceof Problem && misses.includes(error.code);
      await (isMiss ? this.miss(user) : end(this.database.manager, user));
      throw error;
    }
  }

  async purge(): Promise<void> {
    await this.database.query(`DELETE FROM card_miss WHERE last_at < now() - ${remembered}`);
  }

  /** After the free misses one attempt at a time is let through, and none during a pause. */
  private async begin(user: Buffer): Promise<void> {
    const known = `CASE WHEN m.last_at < now() - ${remembered} THEN 0 ELSE m.misses END`;
    const underWay = `CASE WHEN m.last_at < now() - ${longestAttempt} THEN 0 ELSE m.under_way END`;
    const counted = await this.database.query<unknown[]>(
      `INSERT INTO card_miss AS m (user_hash, misses, under_way) VALUES ($1, 0, 1)
       ON CONFLICT (user_hash) DO UPDATE SET misses = ${known}, under_way = ${underWay} + 1, last_at = now()
       WHERE (m.blocked_until IS NULL OR m.blocked_until <= now()) AND ${underWay} < greatest(1, $2 - (${known}))
       RETURNING 1`,
      [user, free],
    );
    if (counted.length > 0) return;
    const [pause] = await this.database.query<{ wait: number }[]>(
      `SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS wait FROM card_miss
        WHERE user_hash = $1 AND blocked_until > now()`,
      [user],
    );
    if (pause) throw tooMany('Too many wrong card numbers; wait before the next attempt.', pause.wait);
    throw tooMany('Other attempts of this user are under way; try again when they are answered.', 1);
  }

  private async miss(user: Buffer): Promise<void> {
    await this.database.query(
      `UPDATE card_miss SET under_way = greatest(under_way - 1, 0), misses = misses + 1, last_at = now(),
         blocked_until = CASE WHEN misses + 1 >= $2
           THEN now() + make_interval(secs => least($4, $3 * power(2, least(misses + 1 - $2, 20)))) END
       WHERE user_hash = $1`,
      [user, free, firstPauseSeconds, longestPauseSeconds],
    );
  }
}

function tooMany(detail: string, seconds: number): Problem {
  return new Problem('rate-limited', detail, { retry_after: Math.max(1, seconds) });
}

async function end(manager: EntityManager, user: Buffer): Promise<void> {
  await manager.query('UPDATE card_miss SET under_way = greatest(under_way - 1, 0) WHERE user_hash = $1', [user]);
}
