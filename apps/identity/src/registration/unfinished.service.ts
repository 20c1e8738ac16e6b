import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { CredentialsService } from '../credentials/credentials.service.js';
import { ErasureService } from '../deletion/erasure.service.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { PersonService } from '../person/person.service.js';
import { ConnectionsService } from '../users/connections.service.js';
import { OneByOne } from '../users/one-by-one.js';
import { UsersService } from '../users/users.service.js';
import { RegistrationStore } from './registration.store.js';

const days = 7;

/**
 * Removes registrations that were never finished or never confirmed by mail, unless a mailed link is still valid. It
 * locks user and credentials, so a registration that is being confirmed is checked again after that commit.
 */
@Injectable()
export class UnfinishedService {
  constructor(
    private readonly registrations: RegistrationStore,
    private readonly transactions: Transactions,
    private readonly erasures: ErasureService,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
    private readonly people: PersonService,
    private readonly credentials: CredentialsService,
    private readonly users: UsersService,
    private readonly connections: ConnectionsService,
    private readonly oneByOne: OneByOne,
  ) {}

  @Every({
    name: 'purge-unfinished-registrations',
    does: 'Removes registrations that were not finished or confirmed within a week.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.transactions.run(async () => {
      const unfinished = await this.registrations.lockUnfinished(days);
      await this.oneByOne.run(unfinished, ({ id }) => this.remove(id, 'registration never finished'));
    });
  }

  /** Removes the registration of a user that the open transaction has locked, and that was never activated. */
  async remove(userId: string, why: string): Promise<void> {
    if (await this.connections.hasAny(userId)) await this.forgetRegistration(userId);
    else await this.erasures.erase(userId, why);
  }

  /** Keeps the user, because row 5 made it before the registration. */
  private async forgetRegistration(userId: string): Promise<void> {
    await this.mails.forgetUser(userId);
    await this.people.forget(userId);
    await this.credentials.forget(userId);
    await this.users.markUnregistered(userId);
    await this.nonces.forgetUser(userId);
  }
}
