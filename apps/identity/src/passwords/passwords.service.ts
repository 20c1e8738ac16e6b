import type { PasswordChangeOfUser, PasswordResetInLocale } from '@ces/contracts/identity/passwords';
import { faulty, Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { BeginAgain } from '@ces/messaging/calls/idempotency/idempotency';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { CredentialsService, type NamedAccount } from '../credentials/credentials.service.js';
import { noPassword } from '../credentials/foreign-hash.js';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { GrantsService } from '../grants/grants.service.js';
import { MailService } from '../mail/mail.service.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { ActivationService } from '../registration/activation.service.js';
import { UsersService } from '../users/users.service.js';

/** A new password ends what the old one opened: sessions, refresh tokens and access tokens. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly nonces: NoncesService,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
    private readonly activation: ActivationService,
    private readonly grants: GrantsService,
    private readonly mails: MailService,
    private readonly audit: AuditService,
  ) {}

  async reset({ nonce, password, locale }: PasswordResetInLocale): Promise<() => Promise<object>> {
    // This comes first, so that a request without a valid nonce costs no hash.
    await this.nonces.look(nonce, 'password_reset');
    const hash = await this.hasher.hash(password);
    return () =>
      this.transactions.run(async () => {
        const { user_id } = await this.nonces.consume(nonce, 'password_reset');
        concerns(user_id);
        await this.users.lockOpen(user_id);
        const account = await this.credentials.accountOf(user_id);
        if (!account) throw nonceGone('password_reset');
        await this.audit.add({ who: 'user', what: 'password reset', user_id });
        await this.mails.sendPasswordChanged({ user_id, locale, to: account.username });
        await this.setPassword(account, hash);
        return {};
      });
  }

  async change(request: PasswordChangeOfUser): Promise<() => Promise<object>> {
    const { user_id, client_id, jti, locale, address } = request;
    const account = await this.credentials.accountOf(user_id);
    if (!account) throw new Problem('password-missing', 'The user signs in at a provider and has no password here.');
    if (account.password_hash === noPassword)
      throw new Problem('password-missing', 'The user was imported without a password. A new one is set by mail.');
    const verified = await this.credentials.verify(account.username, request.password, { client_id, address });
    if (verified?.user_id !== user_id) throw passwordWrong();
    const hash = await this.hasher.hash(request.new_password);
    return () =>
      this.transactions.run(async () => {
        concerns(user_id);
        await this.users.lockOpen(user_id);
        // The password was changed meanwhile, so the one that was sent may be wrong by now.
        if (!(await this.credentials.replacePassword(account, hash))) throw new BeginAgain();
        await this.mails.voidNonces(user_id, ['password_reset']);
        await this.audit.add({ who: 'user', what: 'password changed', user_id });
        await this.mails.sendPasswordChanged({ user_id, locale, to: account.username });
        await this.grants.endOthers(user_id, jti);
        return {};
      });
  }

  /**
   * The owner of the mailbox has chosen the password. An account that was not activated may hold what a stranger has prepared,
   * so its connections end as well. Must come last in the transaction, because other revocations wait for its commit.
   */
  private async setPassword(account: NamedAccount, hash: string): Promise<void> {
    const { user_id, completed, activated } = account;
    await this.mails.voidNonces(user_id, ['auth', 'activation', 'password_reset']);
    if (completed && !activated) {
      await this.activation.activateLocked(user_id, hash);
      return;
    }
    await this.credentials.setPassword(user_id, hash);
    if (activated) await this.grants.endUser(user_id);
    else await this.activation.endOtherWays(user_id);
  }
}

function passwordWrong(): Problem {
  const detail = 'must be the present password of the account';
  return faulty('password-wrong', [{ pointer: '#/password', code: 'password-wrong', detail }]);
}
