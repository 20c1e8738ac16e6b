import type { DeletedUser, DeletionOf, DeletionRequested } from '@ces/contracts/identity/deletion';
import type { PresentedNonce } from '@ces/contracts/identity/registration';
import { userClosed, userRestored } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { IdentityConfig } from '../identity.config.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { userNotFound } from '../users/user-not-found.js';
import { UsersService } from '../users/users.service.js';
import { ErasureService } from './erasure.service.js';
import { ErasureStore, type Account } from './erasure.store.js';

@Injectable()
export class DeletionService {
  constructor(
    private readonly store: ErasureStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
    private readonly revocations: RevocationsService,
    private readonly erasures: ErasureService,
    private readonly audit: AuditService,
    private readonly config: IdentityConfig,
    private readonly grants: GrantsService,
    private readonly users: UsersService,
  ) {}

  // rows 9, 26
  close({ user_id, client_id, locale }: DeletionOf): Promise<DeletedUser> {
    return this.transactions.run(async () => {
      const account = await this.lockAccount(user_id);
      if (!account && !(await this.erasures.knows(user_id))) throw userNotFound();
      concerns(user_id);
      if (!account || account.closed) return { deleted: true };
      const { username } = account;
      await this.audit.add({ who: client_id, what: 'user closed', user_id });
      await this.closeAccount(user_id);
      if (username === null) await this.erasures.erase(user_id, 'the user has no mail address');
      else await this.mails.send({ kind: 'closed', user_id, client_id, locale, to: username, hours: 72 });
      return { deleted: true };
    });
  }

  // row 25
  request({ user_id, client_id, locale }: DeletionOf): Promise<DeletionRequested> {
    return this.transactions.run(async () => {
      const account = await this.lockAccount(user_id);
      if (!account || account.closed) throw userNotFound();
      concerns(user_id);
      const { username } = account;
      if (username === null) {
        throw new Problem('mail-address-missing', 'The user has no mail address to which the question could be sent.');
      }
      await this.audit.add({ who: 'user', what: 'deletion requested', user_id });
      await this.mails.send({ kind: 'deletion', user_id, client_id, locale, to: username, hours: 1 });
      return { requested: true };
    });
  }

  // row 27
  finish({ nonce, ...by }: PresentedNonce): Promise<DeletedUser> {
    return this.transactions.run(async () => {
      const { user_id } = await this.nonces.consume(nonce, 'delete_request', by);
      concerns(user_id);
      const account = await this.lockAccount(user_id);
      if (!account?.closed) await this.closeAccount(user_id);
      await this.audit.add({ who: 'user', what: 'deletion confirmed', user_id });
      await this.erasures.erase(user_id, 'confirmed by the user');
      return { deleted: true };
    });
  }

  restore(userId: string): Promise<void> {
    return this.transactions.run(async () => {
      const account = await this.lockAccount(userId);
      if (!account) throw userNotFound();
      if (!account.closed) throw new Problem('user-not-closed', 'The account is open.');
      await this.users.reopen(userId);
      await this.mails.forgetUser(userId);
      await this.nonces.void(userId, ['delete_request']);
      await this.outbox.add(userRestored, { user_id: userId, at: await this.momentOfChange() });
    });
  }

  private async closeAccount(userId: string): Promise<void> {
    await this.store.close(userId, this.config.DELETE_GRACE_DAYS);
    await this.mails.forgetUser(userId);
    // The link of row 25 goes on working: it asks for what the closing prepares.
    await this.nonces.void(userId, ['auth', 'activation', 'password_reset']);
    await this.outbox.add(userClosed, { user_id: userId, at: await this.momentOfChange() });
    // This comes last, because all other revocations wait for the commit.
    await this.grants.endUser(userId);
    await this.revocations.revokeUser(userId);
  }

  private async lockAccount(userId: string): Promise<Account | undefined> {
    return isUserId(userId) ? this.store.lockAccount(userId) : undefined;
  }

  private async momentOfChange(): Promise<string> {
    return (await this.store.readClock()).toISOString();
  }
}
