import { scopesOfRole } from '@ces/contracts/identity/operators/roles';
import type { ConsoleSession, OperatorToken } from '@ces/contracts/identity/operators/sessions';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { LessThan, MoreThan } from 'typeorm';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { accessTokenSeconds, lifetimes } from '../keys/token-lifetimes.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { FactorsService } from './factors/factors.service.js';
import { OperatorSessionEntity } from './operator-session.entity.js';
import { OperatorTokens } from './operator-tokens.js';
import type { OperatorEntity } from './operator.entity.js';
import { OperatorStore } from './operator.store.js';

interface Signed {
  session: OperatorSessionEntity;
  operator: OperatorEntity;
}

/** The sessions of operators in their browsers. A session ends 12 hours after the sign-in, whether used or not. */
@Injectable()
export class OperatorSessionsService {
  constructor(
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly tokens: OperatorTokens,
    private readonly revocations: RevocationsService,
    private readonly factors: FactorsService,
    private readonly epochs: SignInEpochs,
  ) {}

  /**
   * Returns the value of the cookie, which is stored nowhere; undefined when the operator may not sign in any more, or all
   * sign-ins have ended meanwhile. `earlier` is the session that the browser loses with its cookie.
   */
  begin(operatorId: string, earlier?: string): Promise<string | undefined> {
    const secret = randomBytes(32).toString('base64url');
    return this.transactions.run(async () => {
      const operator = await this.store.lockOne(operatorId);
      if (operator?.state !== 'active') return undefined;
      if ((this.epochs.of(operatorId) ?? operator.version) !== operator.version) return undefined;
      const expires_at = new Date(Date.now() + lifetimes.Session * 1_000);
      const session = { id: newId(), digest: digestOf(secret), operator_id: operatorId, expires_at };
      await this.transactions.of(OperatorSessionEntity).insert(session);
      await this.store.noteSignIn(operatorId);
      if (earlier !== undefined) await this.end(earlier);
      return secret;
    });
  }

  async read(digest: string): Promise<ConsoleSession> {
    const { operator } = await this.signed(digest);
    const { id, name, email, role } = operator;
    const factors = await this.factors.of(id);
    return {
      operator: { id, name, email, role, scopes: [...scopesOfRole[role]] },
      factors: { ...factors, passkeys: factors.passkeys.length },
    };
  }

  async token(digest: string): Promise<OperatorToken> {
    const { session, operator } = await this.signed(digest);
    if (this.factors.isRequiredOf(operator) && !(await this.factors.hasAny(operator.id))) {
      throw new Problem('second-factor-missing', 'Your role needs a second factor. Set one up in the console first.');
    }
    return { token: await this.tokens.issue(operator, session.id) };
  }

  async operatorOf(digest: string): Promise<string> {
    return (await this.signed(digest)).operator.id;
  }

  /** Ending a session that has ended changes nothing. */
  end(digest: string): Promise<void> {
    return this.transactions.run(async () => {
      const sessions = this.transactions.of(OperatorSessionEntity);
      const session = await sessions.findOneBy({ digest });
      if (!session) return;
      await sessions.delete({ id: session.id });
      await this.revocations.revokeToken(session.id, Math.floor(Date.now() / 1_000) + accessTokenSeconds);
    });
  }

  @Every({ name: 'purge-operator-sessions', does: 'Deletes expired sessions of operators.', seconds: 60 })
  async purge(): Promise<void> {
    await this.transactions.of(OperatorSessionEntity).delete({ expires_at: LessThan(new Date()) });
  }

  private async signed(digest: string): Promise<Signed> {
    const sessions = this.transactions.of(OperatorSessionEntity);
    const session = await sessions.findOneBy({ digest, expires_at: MoreThan(new Date()) });
    const operator = session && (await this.store.find(session.operator_id));
    if (session && operator?.state === 'active') return { session, operator };
    throw new Problem('session-missing', 'The browser is not signed in to the console, or its session has ended.');
  }
}

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
