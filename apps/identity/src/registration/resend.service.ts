import type { Locale } from '@ces/contracts/locale';
import type { Renewal, RenewalWish, ResendRequest } from '@ces/contracts/identity/registration';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { normalisedUsername } from '../credentials/username.js';
import { MailLimits } from '../mail/mail-limits.js';
import { MailService } from '../mail/mail.service.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { OneByOne } from '../users/one-by-one.js';
import { UsersService } from '../users/users.service.js';
import { RegistrationStore } from './registration.store.js';
import { ResendRequestEntity } from './resend-request.entity.js';

const atOnce = 500;
/** The limit of waiting requests of one client. */
const mostWaiting = 1_000;
/** One attempt in five seconds at most. */
const mostAttempts = 60;

/**
 * Sends an activation mail again. A request may name any account, so it is only stored, which takes equal time for all
 * names; a chore works on it later. Requests are limited for every name, known or not, and dropped over the limit.
 */
@Injectable()
export class ResendService {
  constructor(
    private readonly registrations: RegistrationStore,
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly nonces: NoncesService,
    private readonly limits: MailLimits,
    private readonly mails: MailService,
    private readonly oneByOne: OneByOne,
    private readonly chores: Chores,
  ) {}

  async request({ username, client_id, locale }: ResendRequest): Promise<object> {
    const name = normalisedUsername(username) ?? '';
    await this.registrations.addResendRequest({ id: newId(), username: name, client_id, locale }, mostWaiting);
    this.chores.wake('resend-activations');
    return {};
  }

  /** Mails a new link to the address of a mailed nonce, which may be used or expired. Its holder knows the account already. */
  async renew({ nonce, locale }: RenewalWish): Promise<Renewal> {
    const { user_id, client_id } = await this.nonces.ownerOf(nonce, 'activation');
    concerns(user_id);
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      const account = await this.registrations.findAccount(user_id);
      // The registration was purged or rejected.
      if (!account) throw nonceGone('activation');
      if (account.activated) throw new Problem('user-activated', 'The account is active: sign in.');
      return this.mails.sendAgain({ kind: 'activation', user_id, client_id, locale, to: account.username, hours: 24 });
    });
  }

  @Every({ name: 'resend-activations', does: 'Sends activation mails again that users asked for.', seconds: 10 })
  async work(): Promise<void> {
    if (!(await this.transactions.of(ResendRequestEntity).exists())) return;
    await this.transactions.run(async () => {
      const requests = await this.registrations.claimResendRequests(atOnce);
      await this.oneByOne.run(requests, (request) => this.mail(request));
      await this.transactions.of(ResendRequestEntity).delete({ attempts: MoreThanOrEqual(mostAttempts) });
    });
  }

  private async mail({ id, username, locale }: { id: string; username: string; locale: Locale }): Promise<void> {
    const known = await this.registrations.isWaiting(username);
    const waiting = known ? await this.registrations.lockWaiting(username) : undefined;
    // Another transaction holds the user: the request waits for the next run.
    if (known && !waiting) return;
    await this.transactions.of(ResendRequestEntity).delete(id);
    if (!(await this.limits.takeResend(id, username)) || !waiting) return;
    // The link leads to the page of the client that registered, so that no other client gets the nonce.
    const order = { user_id: waiting.user_id, client_id: waiting.client_id ?? '', to: username };
    await this.mails.send({ kind: 'activation', ...order, locale, hours: 24 });
  }
}
