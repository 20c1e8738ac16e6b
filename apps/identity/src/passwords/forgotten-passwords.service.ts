import type { PasswordForgotten } from '@ces/contracts/identity/passwords';
import type { Renewal, RenewalWish } from '@ces/contracts/identity/registration';
import { faulty } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { ClientsService } from '../clients/clients.service.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { normalisedUsername } from '../credentials/username.js';
import { MailLimits } from '../mail/mail-limits.js';
import { MailService } from '../mail/mail.service.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { OneByOne } from '../users/one-by-one.js';
import { UsersService } from '../users/users.service.js';
import { ForgottenPasswordEntity } from './forgotten-password.entity.js';
import { ForgottenPasswordStore } from './forgotten-password.store.js';

const resetHours = 1;
const atOnce = 500;
/** The limit of waiting requests of one client. */
const mostWaiting = 1_000;
/** One attempt in five seconds at most. */
const mostAttempts = 60;

/**
 * Mails links for new passwords. A request may name any account, so it is only stored, which takes equal time for all
 * names; a chore works on it later. Requests are limited for every name, known or not, and dropped over the limit.
 */
@Injectable()
export class ForgottenPasswordsService {
  constructor(
    private readonly requests: ForgottenPasswordStore,
    private readonly transactions: Transactions,
    private readonly clients: ClientsService,
    private readonly credentials: CredentialsService,
    private readonly users: UsersService,
    private readonly nonces: NoncesService,
    private readonly limits: MailLimits,
    private readonly mails: MailService,
    private readonly oneByOne: OneByOne,
    private readonly chores: Chores,
  ) {}

  async request({ username, password_url, client_id, locale }: PasswordForgotten): Promise<object> {
    const page =
      password_url === undefined || password_url === null ? null : await this.ownPage(client_id, password_url);
    const name = normalisedUsername(username) ?? '';
    await this.requests.add({ id: newId(), username: name, client_id, locale, page }, mostWaiting);
    this.chores.wake('mail-password-resets');
    return {};
  }

  /** Mails a new link to the address of a mailed nonce, which may be used or expired. Its holder knows the account already. */
  async renew({ nonce, locale }: RenewalWish): Promise<Renewal> {
    const { user_id, client_id } = await this.nonces.ownerOf(nonce, 'password_reset');
    concerns(user_id);
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      const account = await this.credentials.accountOf(user_id);
      // The registration was purged or rejected.
      if (!account) throw nonceGone('password_reset');
      return this.mails.sendAgain({
        kind: 'password-reset',
        user_id,
        client_id,
        locale,
        to: account.username,
        hours: resetHours,
      });
    });
  }

  @Every({
    name: 'mail-password-resets',
    does: 'Mails links for new passwords to users who asked for one.',
    seconds: 10,
  })
  async work(): Promise<void> {
    if (!(await this.transactions.of(ForgottenPasswordEntity).exists())) return;
    await this.transactions.run(async () => {
      const requests = await this.requests.claim(atOnce);
      await this.oneByOne.run(requests, (request) => this.mail(request));
      await this.transactions.of(ForgottenPasswordEntity).delete({ attempts: MoreThanOrEqual(mostAttempts) });
    });
  }

  private async mail({ id, username, client_id, locale, page }: ForgottenPasswordEntity): Promise<void> {
    const known = await this.credentials.isKnown(username);
    const user_id = known ? await this.credentials.lockByName(username) : undefined;
    // Another transaction holds the user: the request waits for the next run.
    if (known && user_id === undefined) return;
    await this.transactions.of(ForgottenPasswordEntity).delete(id);
    if (!(await this.limits.takeReset(id, username)) || user_id === undefined) return;
    const order = { kind: 'password-reset' as const, user_id, client_id, locale, to: username };
    await this.mails.send({ ...order, hours: resetHours, page });
  }

  /** The page gets a nonce that sets a password, so it must be one of the client's own. */
  private async ownPage(clientId: string, given: string): Promise<string> {
    const page = URL.canParse(given) ? new URL(given) : undefined;
    if (page && (await this.clients.originsOf(clientId)).includes(page.origin)) return page.href;
    const detail = 'must have the origin of the password_url or of one of the redirect_uris of the client';
    throw faulty('validation-failed', [{ pointer: '#/password_url', code: 'foreign-page', detail }]);
  }
}
