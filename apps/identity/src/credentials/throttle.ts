import { Problem } from '@ces/contracts/problems';
import { networkOf } from '@ces/service/network-of';
import { runPrepared, type Prepared } from '@ces/service/prepared';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';

/** Who tries: a client of the API by its id, or a browser on our own page by its address. */
export type Asker = { client_id: string } | { address: string };

/**
 * Wrong ones in a row that are free; the next attempt is refused, right or wrong. A client speaks for many users, an
 * address perhaps for an office: only what looks like guessing all over them is held up.
 */
const free: Record<Kind, number> = { name: 5, client: 500, address: 100 };
type Kind = 'name' | 'client' | 'address';
const addressWindowMs = 3_600_000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 900;

interface Count {
  subject: string;
  wait: number | null;
}

const countsOf: Prepared = {
  name: 'wrong passwords',
  text: `SELECT subject, ceil(extract(epoch FROM blocked_until - now()))::int AS wait
         FROM wrong_password WHERE subject = ANY ($1::text[])`,
};

/**
 * Counts wrong passwords per name, whether or not somebody has it, and per asker. What strangers do on the page is never
 * counted against a client, whose users come by other ways, too. Counts are committed at once, outside of any transaction:
 * a refusal that rolls its changes back must not forget that it happened.
 */
@Injectable()
export class Throttle {
  constructor(private readonly database: DataSource) {}

  /**
   * Refuses while blocked; each refused attempt doubles the pause of the name. That of an asker is not drawn out by those
   * who run into it: it speaks for many, and would never come free.
   */
  async demand(username: string, asker: Asker): Promise<void> {
    const counts = await runPrepared<Count>(this.database.manager, countsOf, [subjectsOf(username, asker)]);
    const blocked = counts.filter(({ wait }) => wait !== null && wait > 0);
    if (blocked.length === 0) return;
    const waits = await Promise.all(
      blocked.map(async ({ subject, wait }) => (kindOf(subject) === 'name' ? await this.count(subject) : (wait ?? 0))),
    );
    throw new Problem('rate-limited', 'Too many wrong passwords; wait before the next attempt.', {
      retry_after: Math.max(...waits),
    });
  }

  async wrong(username: string, asker: Asker): Promise<void> {
    // In the order of their names, so that two at once never wait for each other crosswise.
    for (const subject of subjectsOf(username, asker).sort()) await this.count(subject);
  }

  /** An address is not forgiven: whoever guesses there may well have an account, too. */
  async right(username: string, asker: Asker): Promise<void> {
    const forgiven = subjectsOf(username, asker).filter((subject) => kindOf(subject) !== 'address');
    await this.database.query('DELETE FROM wrong_password WHERE subject = ANY ($1)', [forgiven]);
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM wrong_password WHERE last_at < now() - interval '1 day'`);
  }

  /** Returns the seconds until the next attempt. */
  private async count(subject: string): Promise<number> {
    const [row] = await this.database.query<{ in_a_row: number }[]>(
      `INSERT INTO wrong_password AS w (subject, in_a_row) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET in_a_row = w.in_a_row + 1, last_at = now(),
         blocked_until = CASE WHEN w.in_a_row + 1 >= $2 THEN now() + make_interval(secs =>
           least($4, $3 * power(2, least(w.in_a_row + 1 - $2, 20)))) END
       RETURNING in_a_row`,
      [subject, free[kindOf(subject)], firstPauseSeconds, longestPauseSeconds],
    );
    const over = (row?.in_a_row ?? 1) - free[kindOf(subject)];
    return over < 0 ? 0 : Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(over, 20));
  }
}

/** Whether anything is counted of those that `subjectsOf` names. */
export function isCounted(subjects: string): string {
  return `EXISTS (SELECT FROM wrong_password WHERE subject = ANY (${subjects}))`;
}

function kindOf(subject: string): Kind {
  if (subject.startsWith('name:')) return 'name';
  return subject.startsWith('client:') ? 'client' : 'address';
}

/** Whose wrong ones are counted. */
export function subjectsOf(username: string, asker: Asker): string[] {
  // Digests, because what is typed into a name field may be anything, a password included, and an address is a person's.
  return [
    `name:${digest(username)}`,
    'client_id' in asker ? `client:${asker.client_id}` : subjectOfAddress(asker.address),
  ];
}

/** Counted anew each hour. */
function subjectOfAddress(address: string): string {
  return `address:${digest(networkOf(address))} ${Math.floor(Date.now() / addressWindowMs)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
