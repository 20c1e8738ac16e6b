import { userActivated, userRegistered } from '@ces/contracts/identity/users';
import { Problem } from '@ces/contracts/problems';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CredentialsService } from '../credentials/credentials.service.js';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { RegisterService } from '../credentials/register.service.js';
import { faultOfUsername, normalisedUsername } from '../credentials/username.js';
import { PersonService } from '../person/person.service.js';
import { UsersService } from '../users/users.service.js';

interface ReadyUser {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** Makes users for trials, who can sign in at once, without registration and mail. */
@Injectable()
export class ReadyUsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly hasher: PasswordHasher,
    private readonly registrations: RegisterService,
    private readonly credentials: CredentialsService,
    private readonly people: PersonService,
    private readonly users: UsersService,
  ) {}

  async createIfMissing({ username, password, firstName, lastName }: ReadyUser): Promise<'created' | 'found'> {
    const name = normalisedUsername(username);
    const fault = faultOfUsername(name ?? '');
    if (name === undefined || fault) throw new Problem('validation-failed', `The username ${fault?.detail ?? ''}.`);
    const password_hash = await this.hasher.hash(password);
    return this.transactions.run(async () => {
      const user_id = await this.registrations.addUser({ username: name, password_hash, client_id: null });
      if (user_id === undefined) return 'found';
      await this.people.add(user_id, { firstName, lastName });
      await this.users.markRegistered(user_id);
      await this.credentials.activate(user_id, null);
      await this.users.markActive(user_id);
      for (const fact of [userRegistered, userActivated]) await this.outbox.add(fact, { user_id });
      return 'created';
    });
  }
}
