import type { InvitedOperator } from '@ces/contracts/identity/operators/operators';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { IdentityConfig } from '../identity.config.js';
import { OperatorAccess } from './operator-access.js';
import { OperatorEntity } from './operator.entity.js';
import { OperatorStore } from './operator.store.js';
import { toOperator } from './to-operator.js';

export const invitationPath = '/console/invitation';
const lifetimeMs = 72 * 3_600_000;

interface Invitation {
  invitation: string;
  invitation_expires_at: Date;
}

/** One-time links with which operators choose a password, at first or anew. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly config: IdentityConfig,
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly hasher: PasswordHasher,
    private readonly access: OperatorAccess,
  ) {}

  make(): Invitation & { secret: string } {
    const secret = randomBytes(32).toString('base64url');
    return { secret, invitation: digest(secret), invitation_expires_at: new Date(Date.now() + lifetimeMs) };
  }

  /** The secret stands in the fragment, so that no log and no other site sees it. */
  shown(operator: OperatorEntity & Invitation, secret: string): InvitedOperator {
    return {
      ...toOperator(operator),
      invitation_url: `${this.config.PUBLIC_URL}${invitationPath}#token=${secret}`,
      invitation_expires_at: operator.invitation_expires_at.toISOString(),
    };
  }

  /** Sets the password and uses up the invitation. Ends earlier sign-ins. Returns false when the invitation is not valid. */
  async accept(secret: string, password: string): Promise<boolean> {
    // An invitation that is not valid costs no hash.
    if (!(await this.store.isInvited(digest(secret)))) return false;
    const password_hash = await this.hasher.hash(password);
    return this.transactions.run(async () => {
      const operator = await this.store.lockInvited(digest(secret));
      if (!operator) return false;
      const used = { password_hash, state: 'active', invitation: null, invitation_expires_at: null } as const;
      await this.transactions.of(OperatorEntity).update({ id: operator.id }, used);
      await this.access.end(operator);
      return true;
    });
  }
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
