import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';

/** Wrong ones in a row that are free; the next attempt is refused, right or wrong. */
const freeOfAccount = 5;
/** One client speaks for many users: only what looks like guessing all over them is held up. */
const freeOfClient = 500;
const firstPauseSeconds = 5;
const longestPauseSeconds = 900;

interface Count {
  subject: string;
  in_a_row: number;
  wait: number | null;
}

/**
 * Counts wrong passwords per name, whether or not somebody has it, and per client. Counts are committed at once, outside
 * of any transaction: a refusal that rolls its changes back must not forget that it happened.
 */
@Injectable()
export class Throttle {
  constructor(private readonly database: DataSource) {}

  /**
   * Refuses while blocked; each refused attempt doubles the pause of the name. That of a client is not drawn out by those
   * who run into it: it speaks for many, and would never come free. Answers whether anything is counted at present.
   */
  async demand(username: string, clientId: string): Promise<'counted' | 'clear'> {
    const rows = await this.database.query<Count[]>(
      `SELECT subject, in_a_row, ceil(extract(epoch FROM blocked_until - now()))::int AS wait
       FROM wrong_password WHERE subject = ANY ($1)`,
      [subjectsOf(username, clientId)],
    );
    const blocked = rows.filter(({ wait }) => wait !== null && wait > 0);
    if (blocked.length === 0) return rows.length > 0 ? 'counted' : 'clear';
    const waits = await Promise.all(
      blocked.map(async ({ subject, wait }) => (isOfName(subject) ? await this.count(subject) : (wait ?? 0))),
    );
    throw new Problem('rate-limited', 'Too many wrong passwords; wait before the next attempt.', {
      retry_after: Math.max(...waits),
    });
  }

  async wrong(username: string, clientId: string): Promise<void> {
    // In the order of their names, so that two at once never wait for each other crosswise.
    for (const subject of subjectsOf(username, clientId).sort()) await this.count(subject);
  }

  async right(username: string, clientId: string): Promise<void> {
    await this.database.query('DELETE FROM wrong_password WHERE subject = ANY ($1)', [subjectsOf(username, clientId)]);
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM wrong_password WHERE last_at < now() - interval '1 day'`);
  }

  /** Returns the seconds until the next attempt. */
  private async count(subject: string): Promise<number> {
    const free = isOfName(subject) ? freeOfAccount : freeOfClient;
    const [row] = await this.database.query<{ in_a_row: number }[]>(
      `INSERT INTO wrong_password AS w (subject, in_a_row) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET in_a_row = w.in_a_row + 1, last_at = now(),
         blocked_until = CASE WHEN w.in_a_row + 1 >= $2 THEN now() + make_interval(secs =>
           least($4, $3 * power(2, least(w.in_a_row + 1 - $2, 20)))) END
       RETURNING in_a_row`,
      [subject, free, firstPauseSeconds, longestPauseSeconds],
    );
    const over = (row?.in_a_row ?? 1) - free;
    return over < 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(over, 20));
  }
}

function isOfName(subject: string): boolean {
  return subject.startsWith('name:');
}

function subjectsOf(username: string, clientId: string): string[] {
  // A digest, because what is typed into a name field may be anything, a password included.
  return [`name:${createHash('sha256').update(username).digest('base64url')}`, `client:${clientId}`];
}
