import { Problem } from '@ces/contracts/problems';
import type { Activated, Completion } from '@ces/contracts/identity/registration';
import { userActivated, userRegistered } from '@ces/contracts/identity/users';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GrantsService } from '../grants/grants.service.js';
import { MailService } from '../mail/mail.service.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { ConnectionsService } from '../users/connections.service.js';
import { lockOpenUser } from '../users/stored-users.js';
import { StepsService } from './steps.service.js';

interface Account {
  username: string;
  completed: boolean;
  activated: boolean;
}

/** The end of a registration: complete, confirmed by mail, active. */
@Injectable()
export class ActivationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly steps: StepsService,
    private readonly mails: MailService,
    private readonly connections: ConnectionsService,
    private readonly grants: GrantsService,
    private readonly revocations: RevocationsService,
  ) {}

  // row 19
  async complete({ auth_nonce, client_id, locale }: Completion): Promise<object> {
    const user_id = await this.nonces.resolve(auth_nonce, client_id);
    const missing = await this.steps.missingRequired(user_id);
    if (missing) {
      const { continue_from, step } = missing;
      throw new Problem('registration-incomplete', `The step ${step} is missing.`, {
        members: { continue_from, step },
      });
    }
    concerns(user_id);
    await this.transactions.run(async (tx) => {
      await lockOpenUser(tx, user_id);
      const account = await accountOf(tx, user_id);
      if (account.activated) return;
      if (!account.completed) {
        await tx.query('UPDATE app_user SET completed_registration = true WHERE id = $1', [user_id]);
        await this.outbox.add(userRegistered, { user_id });
      }
      await this.mails.send(tx, { kind: 'activation', user_id, client_id, locale, to: account.username, hours: 24 });
    });
    return {};
  }

  /** Row 20. A new password voids every other way into the account: the old password, connections and tokens. */
  activate(nonce: string, passwordHash: string | null = null): Promise<Activated> {
    return this.transactions.run(async (tx) => {
      const { user_id } = await this.nonces.consume(tx, nonce, 'activation');
      concerns(user_id);
      await lockOpenUser(tx, user_id);
      await tx.query('UPDATE app_user SET active = true WHERE id = $1', [user_id]);
      await tx.query(
        'UPDATE credential SET activated_at = now(), password_hash = coalesce($2, password_hash) WHERE user_id = $1',
        [user_id, passwordHash],
      );
      await this.nonces.void(tx, user_id, ['auth', 'activation']);
      await this.outbox.add(userActivated, { user_id });
      if (passwordHash !== null) await this.endOtherWays(tx, user_id);
      return { activated: true, user_id };
    });
  }

  /** Last in the transaction, because revocations wait for each other. */
  private async endOtherWays(tx: EntityManager, userId: string): Promise<void> {
    const removed = await this.connections.removeAll(tx, userId);
    await this.grants.endUser(userId);
    // It also revokes the tokens of this second, so a user who never had a connection can sign in at once.
    if (removed > 0 || (await hasSignedIn(tx, userId))) await this.revocations.revokeUser(userId);
  }
}

async function accountOf(tx: EntityManager, userId: string): Promise<Account> {
  const [account] = await tx.query<Account[]>(
    `SELECT c.username, u.completed_registration AS completed, c.activated_at IS NOT NULL AS activated
     FROM credential c JOIN app_user u ON u.id = c.user_id WHERE u.id = $1`,
    [userId],
  );
  // A registration that was purged just now.
  if (!account) throw nonceGone('activation');
  return account;
}

async function hasSignedIn(tx: EntityManager, userId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT FROM app_user WHERE id = $1 AND first_sign_in_at IS NOT NULL', [
    userId,
  ]);
  return rows.length > 0;
}
