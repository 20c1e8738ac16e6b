import type { Activated, Completion, PresentedNonce } from '@ces/contracts/identity/registration';
import { userActivated, userRegistered } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CredentialsService } from '../credentials/credentials.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { MailService } from '../mail/mail.service.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { ConnectionsService } from '../users/connections.service.js';
import { UsersService } from '../users/users.service.js';
import { RegistrationStore } from './registration.store.js';
import { StepsService } from './steps.service.js';

@Injectable()
export class ActivationService {
  constructor(
    private readonly registrations: RegistrationStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly steps: StepsService,
    private readonly mails: MailService,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
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
    await this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      const account = await this.registrations.findAccount(user_id);
      // The registration was purged just now.
      if (!account) throw nonceGone('activation');
      if (account.activated) return;
      if (!account.completed) {
        await this.users.markRegistered(user_id);
        await this.outbox.add(userRegistered, { user_id });
      }
      await this.mails.send({ kind: 'activation', user_id, client_id, locale, to: account.username, hours: 24 });
    });
    return {};
  }

  /** Row 20. A new password ends every other way into the account: the old password, connections and tokens. */
  activate({ nonce, ...by }: PresentedNonce, passwordHash: string | null = null): Promise<Activated> {
    return this.transactions.run(async () => {
      const { user_id } = await this.nonces.consume(nonce, 'activation', by);
      concerns(user_id);
      await this.users.lockOpen(user_id);
      await this.activateLocked(user_id, passwordHash);
      return { activated: true, user_id };
    });
  }

  /** Activates a user that the open transaction has locked. Must come last in it, as `endOtherWays`. */
  async activateLocked(userId: string, passwordHash: string | null): Promise<void> {
    await this.users.markActive(userId);
    await this.credentials.activate(userId, passwordHash);
    await this.mails.voidNonces(userId, ['auth', 'activation']);
    await this.outbox.add(userActivated, { user_id: userId });
    if (passwordHash !== null) await this.endOtherWays(userId);
  }

  /**
   * Ends connections and tokens of an account that a stranger may have prepared. Must come last in the transaction,
   * because other revocations wait for its commit.
   */
  async endOtherWays(userId: string): Promise<void> {
    const removed = await this.connections.removeAll(userId);
    await this.grants.endUser(userId);
    // The revocation also voids tokens of this second. A user who never signed in must be able to do so at once.
    if (removed > 0 || (await this.users.hasSignedIn(userId))) await this.revocations.revokeUser(userId);
  }
}
