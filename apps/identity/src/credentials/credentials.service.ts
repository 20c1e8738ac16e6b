import type { FoundCredentials } from '@ces/contracts/credentials';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/call-context';
import { runPrepared, type Prepared } from '@ces/service/prepared';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordHasher } from './password-hasher.js';
import { countsOf, subjectsOf, Throttle, type Asker, type Count } from './throttle.js';
import { normalisedUsername } from './username.js';

/**
 * `unfinished`: registration is under way. `waiting`: complete, the activation mail is not confirmed yet.
 * `deactivated`: by an administrator. Only `ready` may sign in.
 */
type SignInState = 'unfinished' | 'waiting' | 'deactivated' | 'ready';

export interface Verified {
  user_id: string;
  username: string;
  state: SignInState;
}

interface Row {
  user_id: string;
  password_hash: string;
  completed: boolean;
  activated: boolean;
  deactivated: boolean;
}

/** What a right password is to the throttle. `uncounted`: it neither forgives nor counts. */
type Verdicts = Record<SignInState, 'right' | 'uncounted' | 'wrong'>;

const atRegistration: Verdicts = {
  ready: 'right',
  unfinished: 'right',
  waiting: 'uncounted',
  deactivated: 'uncounted',
};
/** Whoever may not sign in is refused as for a wrong password, the throttle included: otherwise it would tell. */
const atSignIn: Verdicts = { ready: 'right', unfinished: 'wrong', waiting: 'wrong', deactivated: 'wrong' };

const forAttempt: Prepared = {
  name: 'attempt to sign in',
  text: `SELECT (SELECT to_json(found) FROM (${credentialsOf('$1')}) found) AS found,
           (SELECT json_agg(counts) FROM (${countsOf('$2::text[]')}) counts) AS counts`,
};

/** Who has this name and password? The one way to ask, for every door: row 10, the login page, the password grant. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
  ) {}

  /** For rows 10 and 12, which tell how far an account has come. */
  verify(username: string, password: string, client_id: string): Promise<Verified | undefined> {
    return this.check(username, password, { client_id }, atRegistration);
  }

  /** Whoever has an account that may sign in. One answer for all others: it tells nobody which password was right. */
  async signIn(username: string, password: string, asker: Asker): Promise<string | undefined> {
    return (await this.check(username, password, asker, atSignIn))?.user_id;
  }

  /**
   * Undefined for an unknown name, a closed account and a wrong password alike, after the same time. Throws `rate-limited`
   * after five wrong ones in a row, and `service-unavailable` when too many passwords are waiting to be checked.
   */
  private async check(
    username: string,
    password: string,
    asker: Asker,
    verdicts: Verdicts,
  ): Promise<Verified | undefined> {
    const name = normalisedUsername(username);
    const counted = name ?? username;
    // Whoever is held up takes no place in the line.
    await this.throttle.demand(counted, asker);
    return this.hasher.attempt(async () => {
      // Once more in its turn: of many guesses sent at once hardly more get through than of those sent one by one.
      const [found, counts] = await this.findWithCounts(name ?? '', subjectsOf(counted, asker));
      await this.throttle.admit(counts);
      const right = await this.hasher.compare(password, found?.password_hash);
      const verdict = right && found ? verdicts[stateOf(found)] : 'wrong';
      if (verdict === 'wrong') await this.throttle.wrong(counted, asker);
      else if (verdict === 'right' && counts.length > 0) await this.throttle.right(counted, asker);
      return verdict !== 'wrong' && found && name !== undefined
        ? { user_id: found.user_id, username: name, state: stateOf(found) }
        : undefined;
    });
  }

  // row 8
  async findByName(username: string): Promise<FoundCredentials> {
    const name = normalisedUsername(username) ?? '';
    const found = await this.find(name);
    if (!found) throw new Problem('user-not-found', 'Nobody has this name.');
    concerns(found.user_id);
    return { user_id: found.user_id, username: name };
  }

  private async find(username: string): Promise<Row | undefined> {
    const [row] = await this.database.query<Row[]>(credentialsOf('$1'), [username]);
    return row;
  }

  /** In one question, because it is asked of everybody who signs in. */
  private async findWithCounts(username: string, subjects: string[]): Promise<[Row | undefined, Count[]]> {
    const [row] = await runPrepared<{ found: Row | null; counts: Count[] | null }>(this.database.manager, forAttempt, [
      username,
      subjects,
    ]);
    return [row?.found ?? undefined, row?.counts ?? []];
  }
}

function credentialsOf(username: string): string {
  return `SELECT c.user_id, c.password_hash, u.completed_registration AS completed,
            c.activated_at IS NOT NULL AS activated, u.deactivated_at IS NOT NULL AS deactivated
          FROM credential c JOIN app_user u ON u.id = c.user_id
          WHERE c.username = ${username} AND u.closed_at IS NULL`;
}

function stateOf({ completed, activated, deactivated }: Row): SignInState {
  if (!completed) return 'unfinished';
  if (deactivated) return 'deactivated';
  return activated ? 'ready' : 'waiting';
}
