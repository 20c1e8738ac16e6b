import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { Throttle, type Asker } from '../credentials/throttle.js';
import { normalisedUsername } from '../credentials/username.js';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { FactorsService } from './factors/factors.service.js';
import { claimsOf } from './operator-tokens.js';
import { OperatorStore } from './operator.store.js';

/** How operators prove who they are. */
@Injectable()
export class OperatorSignInsService {
  constructor(
    private readonly store: OperatorStore,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly factors: FactorsService,
    private readonly epochs: SignInEpochs,
  ) {}

  /**
   * Returns the operator of a right password. All others get the same answer after the same time: an unknown address, a
   * wrong password, an operator who is blocked or has no password yet. Throws `rate-limited` like sign-ins of users.
   */
  async byPassword(email: string, password: string, asker: Asker): Promise<string | undefined> {
    const normalised = normalisedUsername(email);
    const tried = throttledName(normalised ?? email);
    await this.throttle.demand(tried, asker);
    return this.hasher.attempt(async () => {
      const found = normalised === undefined ? undefined : await this.store.findByEmail(normalised);
      return this.hasher.inTurn(async (compare) => {
        // Asked again, so that guesses sent at once get no further than guesses sent one by one.
        await this.throttle.demand(tried, asker);
        const fits = await compare(password, found?.password_hash ?? undefined);
        if (!fits || found?.state !== 'active') {
          await this.throttle.wrong(tried, asker);
          return undefined;
        }
        await this.throttle.right(tried, asker);
        this.epochs.note(found.id, found.version);
        return found.id;
      });
    });
  }

  /** Whether the operator may go on: a code or token of a blocked one is refused. */
  async maySignIn(id: string): Promise<boolean> {
    return (await this.store.find(id))?.state === 'active';
  }

  /**
   * The claims of an access token that the OAuth server issues, for the command line. It has no scope while a second factor is
   * needed and missing.
   */
  async claimsOf(id: string): Promise<object> {
    const operator = await this.store.find(id);
    if (operator?.state !== 'active') throw new errors.InvalidGrant('the operator may not sign in any more');
    const lacksFactor = this.factors.isRequiredOf(operator) && !(await this.factors.hasAny(id));
    return { ...claimsOf(operator), ...(lacksFactor ? { scope: '' } : {}) };
  }

  /** Notes a sign-in at the command line. The console's are noted with their session. */
  noteSignIn(id: string): Promise<void> {
    return this.store.noteSignIn(id);
  }

  /** Whether no later change has revoked a token of this version. */
  async isCurrent(id: string, version: number): Promise<boolean> {
    const operator = await this.store.find(id);
    return operator?.state === 'active' && operator.version <= version;
  }
}

/** Users and operators with one address are counted apart. */
function throttledName(email: string): string {
  return `operator ${email}`;
}
