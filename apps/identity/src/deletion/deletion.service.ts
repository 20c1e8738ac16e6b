import type { DeletedUser, DeletionOf, DeletionRequested } from '@ces/contracts/identity/deletion';
import { Problem } from '@ces/contracts/problems';
import { userClosed, userRestored } from '@ces/contracts/identity/users';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { IdentityConfig } from '../identity.config.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { userIdPattern, userNotFound } from '../users/stored-users.js';
import { ErasureService } from './erasure.service.js';

interface Account {
  closed: boolean;
  username: string | null;
}

/** From an open account to a closed one, and back within the grace time. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
    private readonly revocations: RevocationsService,
    private readonly erasures: ErasureService,
    private readonly audit: AuditService,
    private readonly config: IdentityConfig,
    private readonly grants: GrantsService,
  ) {}

  // rows 9, 26
  close({ user_id, client_id, locale }: DeletionOf): Promise<DeletedUser> {
    return this.transactions.run(async (tx) => {
      const account = await lockAccount(tx, user_id);
      if (!account && !(await this.erasures.knows(tx, user_id))) throw userNotFound();
      concerns(user_id);
      if (!account || account.closed) return { deleted: true };
      const { username } = account;
      await this.audit.add({ who: client_id, what: 'user closed', user_id });
      await this.closeAccount(tx, user_id);
      if (username === null) await this.erasures.erase(tx, user_id, 'nobody could be mailed');
      else await this.mails.send(tx, { kind: 'closed', user_id, client_id, locale, to: username, hours: 72 });
      return { deleted: true };
    });
  }

  // row 25
  request({ user_id, client_id, locale }: DeletionOf): Promise<DeletionRequested> {
    return this.transactions.run(async (tx) => {
      const account = await lockAccount(tx, user_id);
      if (!account || account.closed) throw userNotFound();
      concerns(user_id);
      const { username } = account;
      if (username === null) {
        throw new Problem('mail-address-missing', 'The user has no mail address to which the question could be sent.');
      }
      await this.audit.add({ who: 'user', what: 'deletion requested', user_id });
      await this.mails.send(tx, { kind: 'deletion', user_id, client_id, locale, to: username, hours: 1 });
      return { requested: true };
    });
  }

  // row 27
  finish(nonce: string): Promise<DeletedUser> {
    return this.transactions.run(async (tx) => {
      const { user_id } = await this.nonces.consume(tx, nonce, 'delete_request');
      concerns(user_id);
      const account = await lockAccount(tx, user_id);
      if (!account?.closed) await this.closeAccount(tx, user_id);
      await this.audit.add({ who: 'user', what: 'deletion confirmed', user_id });
      await this.erasures.erase(tx, user_id, 'confirmed by the user');
      return { deleted: true };
    });
  }

  /** As long as the grace time lasts. */
  restore(userId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const account = await lockAccount(tx, userId);
      if (!account) throw userNotFound();
      if (!account.closed) throw new Problem('user-not-closed', 'The account is open.');
      await tx.query('UPDATE app_user SET closed_at = NULL, erase_after = NULL WHERE id = $1', [userId]);
      await this.mails.forgetUser(tx, userId);
      await this.nonces.void(tx, userId, ['delete_request']);
      await this.outbox.add(userRestored, { user_id: userId, at: await momentOf(tx) });
    });
  }

  private async closeAccount(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(
      'UPDATE app_user SET closed_at = now(), erase_after = now() + make_interval(days => $2) WHERE id = $1',
      [userId, this.config.DELETE_GRACE_DAYS],
    );
    await this.mails.forgetUser(tx, userId);
    await this.nonces.void(tx, userId, ['auth', 'activation', 'delete_request']);
    await this.outbox.add(userClosed, { user_id: userId, at: await momentOf(tx) });
    // Last, because they hold up all other revocations until the commit.
    await this.grants.endUser(userId);
    await this.revocations.revokeUser(userId);
  }
}

/** By the clock of the database, while the account is locked, so a later change has a later time. */
async function momentOf(tx: EntityManager): Promise<string> {
  const [now] = await tx.query<{ at: Date }[]>('SELECT clock_timestamp() AS at');
  if (!now) throw new Error('the database does not tell the time');
  return now.at.toISOString();
}

async function lockAccount(tx: EntityManager, userId: string): Promise<Account | undefined> {
  const [account] = userIdPattern.test(userId)
    ? await tx.query<Account[]>(
        `SELECT u.closed_at IS NOT NULL AS closed, c.username FROM app_user u LEFT JOIN credential c ON c.user_id = u.id
         WHERE u.id = $1 FOR UPDATE OF u`,
        [userId],
      )
    : [];
  return account;
}
