import { Problem } from '@ces/contracts/problems';
import { networkOf } from '@ces/service/http/network-of';
import { runPrepared, type Prepared } from '@ces/service/database/prepared';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';

/**
 * Who tries. Through the API it is a client, with the address of its user if it sends one. On our own pages it is a browser:
 * by its address, or by its own id if it has signed in with this name before.
 */
export type Asker =
  { client_id: string; address?: string | undefined } | { address: string; browser?: string | undefined };

/** Wrong ones in a row that are free per account and asker; the next attempt is refused, right or wrong. */
const freeInARow = 5;
const firstPauseSeconds = 30;
const longestPauseSeconds = 900;
/** Wrong ones in an hour per account, from all askers. */
const perAccount = 100;

const alarms = new Counter({
  name: 'ces_wrong_password_alarms_total',
  help: 'How often an asker has reached the limit of wrong passwords in an hour',
});

interface Count {
  subject: string;
  wrong: number;
  /** Seconds until the next attempt, of those in a row. */
  wait: number | null;
  /** Seconds until the hour is over in which they were counted. */
  rest: number;
}

const countsOf: Prepared = {
  name: 'counts of wrong passwords',
  text: `SELECT subject, in_a_row AS wrong, ceil(extract(epoch FROM blocked_until - now()))::int AS wait,
           ceil(extract(epoch FROM since + interval '1 hour' - now()))::int AS rest
         FROM wrong_password WHERE subject = ANY ($1::text[])`,
};

/**
 * Counts wrong passwords, whether or not the account exists: in a row per account and asker, and in an hour per account and
 * per asker. A right password forgives only those in a row. Counts are committed at once, outside of any transaction: a
 * refusal that rolls its changes back must not forget that it happened.
 */
@Injectable()
export class Throttle {
  private readonly log = new Logger('Throttle');

  constructor(
    private readonly database: DataSource,
    private readonly config: IdentityConfig,
  ) {}

  /** Refuses while blocked. A refused attempt is not counted: it prolongs nothing. */
  async demand(username: string, asker: Asker): Promise<void> {
    const subjects = subjectsOf(username, asker);
    // Strangers do not hold up a browser that has signed in with this name before.
    const asked = 'browser' in asker && asker.browser !== undefined ? [subjects.pair, subjects.asker] : all(subjects);
    const counts = await runPrepared<Count>(this.database.manager, countsOf, [asked]);
    const wait = Math.max(0, ...counts.map((count) => this.waitOf(count, subjects)));
    if (wait === 0) return;
    throw new Problem('rate-limited', 'Too many wrong passwords; wait before the next attempt.', { retry_after: wait });
  }

  async wrong(username: string, asker: Asker): Promise<void> {
    const subjects = subjectsOf(username, asker);
    await this.database.query(
      `INSERT INTO wrong_password AS w (subject, in_a_row) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET in_a_row = w.in_a_row + 1, last_at = now(),
         blocked_until = CASE WHEN w.in_a_row + 1 >= $2 THEN now() + make_interval(secs =>
           least($4, $3 * power(2, least(w.in_a_row + 1 - $2, 20)))) END`,
      [subjects.pair, freeInARow, firstPauseSeconds, longestPauseSeconds],
    );
    // In the order of their names, so that two at once never wait for each other crosswise.
    const counts = await this.database.query<Pick<Count, 'subject' | 'wrong'>[]>(
      `INSERT INTO wrong_password AS w (subject, in_a_row) SELECT subject, 1 FROM unnest($1::text[]) subject ORDER BY 1
       ON CONFLICT (subject) DO UPDATE SET last_at = now(),
         in_a_row = CASE WHEN w.since > now() - interval '1 hour' THEN w.in_a_row + 1 ELSE 1 END,
         since = CASE WHEN w.since > now() - interval '1 hour' THEN w.since ELSE now() END
       RETURNING subject, in_a_row AS wrong`,
      [[subjects.account, subjects.asker]],
    );
    const ofAsker = counts.find(({ subject }) => subject === subjects.asker);
    if (ofAsker?.wrong === this.config.WRONG_ATTEMPTS_PER_HOUR) this.alarm(asker);
  }

  async right(username: string, asker: Asker): Promise<void> {
    await this.database.query('DELETE FROM wrong_password WHERE subject = $1', [subjectsOf(username, asker).pair]);
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM wrong_password WHERE last_at < now() - interval '1 day'`);
  }

  private waitOf({ subject, wrong, wait, rest }: Count, subjects: Subjects): number {
    if (subject === subjects.pair) return wait ?? 0;
    const limit = subject === subjects.account ? perAccount : this.config.WRONG_ATTEMPTS_PER_HOUR;
    return limit > 0 && wrong >= limit ? rest : 0;
  }

  /** The address stays out of the log: it is a person's. */
  private alarm(asker: Asker): void {
    alarms.inc();
    const by = 'client_id' in asker ? { client_id: asker.client_id } : { on: 'our own pages' };
    this.log.error(by, 'an asker has reached the limit of wrong passwords in an hour, and is held up');
  }
}

interface Subjects {
  pair: string;
  account: string;
  asker: string;
}

/** The rows that count. Digests, because what is typed into a name field may be a password, and an address is a person's. */
function subjectsOf(username: string, asker: Asker): Subjects {
  const [name, who] = [digest(username), digest(nameOf(asker))];
  return { pair: `pair:${name} ${who}`, account: `account:${name}`, asker: `asker:${who}` };
}

function nameOf(asker: Asker): string {
  const network = asker.address === undefined ? '' : networkOf(asker.address);
  if ('client_id' in asker) return `client ${asker.client_id} ${network}`;
  return asker.browser === undefined ? `page ${network}` : `browser ${asker.browser}`;
}

function all({ pair, account, asker }: Subjects): string[] {
  return [pair, account, asker];
}

/** A burst can exceed the asker's limit by at most the queue length, so only pair and account are read again. */
export function subjectsOfBurst(username: string, asker: Asker): string[] {
  const { pair, account } = subjectsOf(username, asker);
  return [pair, account];
}

/** Whether anything is counted of those subjects. */
export function isCounted(subjects: string): string {
  return `EXISTS (SELECT FROM wrong_password WHERE subject = ANY (${subjects}))`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
