import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WrongPasswordEntity } from './wrong-password.entity.js';

export interface WrongPasswords extends Pick<WrongPasswordEntity, 'subject'> {
  wrong: number;
  /** Seconds until the next attempt, for wrong passwords in a row. */
  wait: number | null;
  /** Seconds until the end of the hour in which they were counted. */
  rest: number;
}

export type CountInHour = Omit<WrongPasswords, 'wait'>;

interface Pauses {
  /** Wrong passwords in a row before the first pause. */
  free: number;
  firstSeconds: number;
  longestSeconds: number;
}

/**
 * SQL because sign-in is hot, and because counts grow in one statement. It joins no transaction: counts commit at once,
 * because a refusal that rolls its changes back must not lose the count.
 */
@Injectable()
export class WrongPasswordStore {
  constructor(private readonly database: DataSource) {}

  find(subjects: string[]): Promise<WrongPasswords[]> {
    return this.database.query(
      `SELECT subject, in_a_row AS wrong, ceil(extract(epoch FROM blocked_until - now()))::int AS wait,
         ceil(extract(epoch FROM since + interval '1 hour' - now()))::int AS rest
       FROM wrong_password WHERE subject = ANY ($1::text[])`,
      [subjects],
    );
  }

  /** Counts a wrong password in a row, and sets the pause, which doubles with each further one. */
  async countInARow(subject: string, { free, firstSeconds, longestSeconds }: Pauses): Promise<void> {
    await this.database.query(
      `INSERT INTO wrong_password AS w (subject, in_a_row) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET in_a_row = w.in_a_row + 1, last_at = now(),
         blocked_until = CASE WHEN w.in_a_row + 1 >= $2 THEN now() + make_interval(secs =>
           least($4, $3 * power(2, least(w.in_a_row + 1 - $2, 20)))) END`,
      [subject, free, firstSeconds, longestSeconds],
    );
  }

  /** Locks the subjects in their order, so that no deadlock occurs. */
  countInHour(subjects: string[]): Promise<CountInHour[]> {
    return this.database.query<CountInHour[]>(
      `INSERT INTO wrong_password AS w (subject, in_a_row) SELECT subject, 1 FROM unnest($1::text[]) subject ORDER BY 1
       ON CONFLICT (subject) DO UPDATE SET last_at = now(),
         in_a_row = CASE WHEN w.since > now() - interval '1 hour' THEN w.in_a_row + 1 ELSE 1 END,
         since = CASE WHEN w.since > now() - interval '1 hour' THEN w.since ELSE now() END
       RETURNING subject, in_a_row AS wrong, ceil(extract(epoch FROM since + interval '1 hour' - now()))::int AS rest`,
      [subjects],
    );
  }

  async forget(subject: string): Promise<void> {
    await this.database.manager.delete(WrongPasswordEntity, { subject });
  }

  async purge(): Promise<void> {
    await this.database.query(`DELETE FROM wrong_password WHERE last_at < now() - interval '1 day'`);
  }
}
