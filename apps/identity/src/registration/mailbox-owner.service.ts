import type {
  Activated,
  ActivationWithPassword,
  ConfirmedActivationFrom,
  PendingRegistration,
  RemovedRegistration,
} from '@ces/contracts/identity/registration';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CredentialsService } from '../credentials/credentials.service.js';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { nonceGone, NoncesService } from '../nonces/nonces.service.js';
import { UsersService } from '../users/users.service.js';
import { ActivationService } from './activation.service.js';
import { RegistrationStore, type FoundRegistration } from './registration.store.js';
import { UnfinishedService } from './unfinished.service.js';

/**
 * The decisions of a mailbox's owner about a registration with its address, which another person may have begun: to activate
 * it with the password of the registration, to activate it with a new one, or to reject it.
 */
@Injectable()
export class MailboxOwnerService {
  constructor(
    private readonly registrations: RegistrationStore,
    private readonly transactions: Transactions,
    private readonly nonces: NoncesService,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly hasher: PasswordHasher,
    private readonly activation: ActivationService,
    private readonly unfinished: UnfinishedService,
  ) {}

  async pending(nonce: string): Promise<PendingRegistration> {
    const { fields, client, username, registered_at } = await this.find(nonce);
    const { firstName = '', infix = '', lastName = '' } = fields ?? {};
    return { client, username, firstName, infix, lastName, registered_at: registered_at.toISOString() };
  }

  async confirm({ nonce, password, address }: ConfirmedActivationFrom): Promise<() => Promise<Activated>> {
    const { username } = await this.find(nonce);
    if (!(await this.credentials.verify(username, password, { address }))) throw passwordWrong();
    return () => this.activation.activate({ nonce });
  }

  async activateWithPassword({ nonce, password }: ActivationWithPassword): Promise<() => Promise<Activated>> {
    // This comes first, so that a request without a valid nonce costs no hash.
    await this.nonces.look(nonce, 'activation');
    const hash = await this.hasher.hash(password);
    return () => this.activation.activate({ nonce }, hash);
  }

  reject(nonce: string): Promise<RemovedRegistration> {
    return this.transactions.run(async () => {
      const { user_id } = await this.nonces.consume(nonce, 'activation');
      concerns(user_id);
      await this.users.lockOpen(user_id);
      await this.unfinished.remove(user_id, 'the owner of the mailbox did not register');
      return { removed: true };
    });
  }

  private async find(nonce: string): Promise<FoundRegistration> {
    const { user_id, client_id } = await this.nonces.look(nonce, 'activation');
    concerns(user_id);
    const found = await this.registrations.findRegistration(user_id, client_id);
    if (!found) throw nonceGone('activation');
    return found;
  }
}

function passwordWrong(): Problem {
  const detail = 'must be the password with which the account was registered';
  return new Problem('password-wrong', `#/password: ${detail}`, {
    errors: [{ pointer: '#/password', code: 'password-wrong', detail }],
  });
}
