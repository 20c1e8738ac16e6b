import type { FoundCredentials } from '@ces/contracts/identity/credentials';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { runPrepared, type Prepared } from '@ces/service/database/prepared';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordHasher } from './password-hasher.js';
import { isCounted, subjectsOfBurst, Throttle, type Asker } from './throttle.js';
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

/** In one question, because it is asked of everybody who signs in. */
const forAttempt: Prepared = {
  name: 'attempt to sign in',
  text: `SELECT (SELECT to_json(found) FROM (${credentialsOf('$1')}) found) AS found,
           ${isCounted('$2::text[]')} AS counted`,
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
  verify(username: string, password: string, asker: Asker): Promise<Verified | undefined> {
    return this.check(username, password, asker, atRegistration);
  }

  /** Whoever has an account that may sign in. One answer for all others: it tells nobody which password was right. */
  async signIn(username: string, password: string, asker: Asker): Promise<string | undefined> {
    return (await this.check(username, password, asker, atSignIn))?.user_id;
  }

  /**
   * Undefined for an unknown name, a closed account and a wrong password alike, after the same time. Throws `rate-limited`
   * after five wrong ones in a row, or too many in an hour, and `service-unavailable` when too many passwords are waiting to be checked.
   */
  private async check(
    username: string,
    password: string,
    asker: Asker,
    verdicts: Verdicts,
  ): Promise<Verified | undefined> {
    const name = normalisedUsername(username);
    const tried = name ?? username;
    // Whoever is held up takes no place in the line.
    await this.throttle.demand(tried, asker);
    return this.hasher.attempt(async () => {
      const { found, counted } = await this.findForAttempt(name ?? '', subjectsOfBurst(tried, asker));
      const right = await this.hasher.inTurn(async (compare) => {
        // Once more in its turn, if anything is counted: of many guesses sent at once no more get through than one by one.
        if (counted) await this.throttle.demand(tried, asker);
        const verdict = (await compare(password, found?.password_hash)) && found ? verdicts[stateOf(found)] : 'wrong';
        if (verdict === 'wrong') await this.throttle.wrong(tried, asker);
        else if (verdict === 'right' && counted) await this.throttle.right(tried, asker);
        return verdict !== 'wrong';
      });
      return right && found && name !== undefined
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

  private async findForAttempt(username: string, subjects: string[]): Promise<{ found: Row | null; counted: boolean }> {
    const [row] = await runPrepared<{ found: Row | null; counted: boolean }>(this.database.manager, forAttempt, [
      username,
      subjects,
    ]);
    return row ?? { found: null, counted: false };
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
