import type { FoundCredentials } from '@ces/contracts/identity/credentials';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { CredentialEntity } from './credential.entity.js';
import { CredentialStore, type Attempt, type FoundAccount, type NamedAccount } from './credential.store.js';
import { isForeignHash } from './foreign-hash.js';
import { PasswordHasher, type Compare } from './password-hasher.js';
import { subjectsOfBurst, Throttle, type Asker } from './throttle.js';
import { normalisedUsername } from './username.js';

export type { NamedAccount };

/**
 * `unfinished`: the registration is under way. `waiting`: it is complete, but not confirmed by mail. `deactivated`: by an
 * administrator. Only a `ready` account may sign in.
 */
type SignInState = 'unfinished' | 'waiting' | 'deactivated' | 'ready';

export interface Verified {
  user_id: string;
  username: string;
  state: SignInState;
}

/** The effect of a right password on the throttle; `uncounted` neither resets nor adds to its counts. */
type ThrottleEffects = Record<SignInState, 'right' | 'uncounted' | 'wrong'>;

const atRegistration: ThrottleEffects = {
  ready: 'right',
  unfinished: 'right',
  waiting: 'uncounted',
  deactivated: 'uncounted',
};
/** Accounts that may not sign in are throttled as after a wrong password, so that the throttle does not reveal them. */
const atSignIn: ThrottleEffects = { ready: 'right', unfinished: 'wrong', waiting: 'wrong', deactivated: 'wrong' };

/** Verifies names and passwords, for row 10, row 12, the login page and the password grant alike. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly credentials: CredentialStore,
    private readonly transactions: Transactions,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly epochs: SignInEpochs,
  ) {}

  /** Rows 10 and 12: returns the account in any state, because these rows tell how far it is. */
  verify(username: string, password: string, asker: Asker): Promise<Verified | undefined> {
    return this.check(username, password, asker, atRegistration);
  }

  /** Returns the user of an account that may sign in. All others get the same answer, whether or not the password is right. */
  async signIn(username: string, password: string, asker: Asker): Promise<string | undefined> {
    return (await this.check(username, password, asker, atSignIn))?.user_id;
  }

  // row 8
  async findByName(username: string): Promise<FoundCredentials> {
    const name = normalisedUsername(username) ?? '';
    const found = await this.credentials.find(name);
    if (!found) throw new Problem('user-not-found', 'No user has this name.');
    concerns(found.user_id);
    return { user_id: found.user_id, username: name };
  }

  /** Joins the open transaction. A null hash keeps the password. */
  activate(userId: string, passwordHash: string | null): Promise<void> {
    return this.credentials.activate(userId, passwordHash);
  }

  /** The name must be normalised. */
  async isKnown(username: string): Promise<boolean> {
    return (await this.credentials.find(username)) !== undefined;
  }

  /** Locks the open account of a normalised name, unless another transaction holds it; returns its user. */
  lockByName(username: string): Promise<string | undefined> {
    return this.credentials.lockByName(username);
  }

  accountOf(userId: string): Promise<NamedAccount | undefined> {
    return this.credentials.findAccountOf(userId);
  }

  async setPassword(userId: string, passwordHash: string): Promise<void> {
    await this.transactions.of(CredentialEntity).update(userId, { password_hash: passwordHash });
  }

  /** Sets a new password, unless another one was set since the account was read; answers whether it did. */
  async replacePassword({ user_id, password_hash }: FoundAccount, newHash: string): Promise<boolean> {
    const replaced = await this.transactions
      .of(CredentialEntity)
      .update({ user_id, password_hash }, { password_hash: newHash });
    return replaced.affected === 1;
  }

  async forget(userId: string): Promise<void> {
    await this.transactions.of(CredentialEntity).delete(userId);
  }

  /**
   * Returns undefined for an unknown name, a closed account and a wrong password alike, after the same time. Throws
   * `rate-limited` after five wrong passwords in a row or too many in an hour, and `service-unavailable` when too many
   * passwords are waiting.
   */
  private async check(
    username: string,
    password: string,
    asker: Asker,
    effects: ThrottleEffects,
  ): Promise<Verified | undefined> {
    const name = normalisedUsername(username);
    const tried = name ?? username;
    // The throttle comes before the line, so that a blocked asker takes no place in it.
    await this.throttle.demand(tried, asker);
    const tryPassword = async ({ found, counted }: Attempt, compare: Compare): Promise<boolean> => {
      // The throttle is asked again, so that guesses sent at once get no further than guesses sent one by one.
      if (counted) await this.throttle.demand(tried, asker);
      const effect = (await compare(password, found?.password_hash)) && found ? effects[stateOf(found)] : 'wrong';
      if (effect === 'wrong') await this.throttle.wrong(tried, asker);
      else if (effect === 'right' && counted) await this.throttle.right(tried, asker);
      return effect !== 'wrong';
    };
    const { attempt, own } = await this.hasher.attempt(async () => {
      const attempt = await this.credentials.findForAttempt(name ?? '', subjectsOfBurst(tried, asker));
      if (attempt.found) this.epochs.note(attempt.found.user_id, attempt.found.epoch);
      const foreign = attempt.found !== null && isForeignHash(attempt.found.password_hash);
      // Guesses that wait for the slow thread are counted meanwhile, so the throttle is asked again.
      if (foreign) return { attempt: { ...attempt, counted: true }, own: undefined };
      return { attempt, own: await this.hasher.inTurn((compare) => tryPassword(attempt, compare)) };
    });
    const { found } = attempt;
    // A hash of another system waits in a line of its own, and gives way to one of ours as soon as its password is known.
    const right =
      own ??
      (await this.hasher.inForeignTurn(async (compare, rehash) => {
        const fits = await tryPassword(attempt, compare);
        if (fits && found) await this.replacePassword(found, await rehash(password));
        return fits;
      }));
    return right && found && name !== undefined
      ? { user_id: found.user_id, username: name, state: stateOf(found) }
      : undefined;
  }
}

function stateOf({ completed, activated, deactivated }: FoundAccount): SignInState {
  if (!completed) return 'unfinished';
  if (deactivated) return 'deactivated';
  return activated ? 'ready' : 'waiting';
}
