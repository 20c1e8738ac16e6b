import { Problem } from '@ces/contracts/problems';
import { userActivated, userCreated, userRegistered } from '@ces/contracts/identity/users';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { faultOfUsername, normalisedUsername } from '../credentials/username.js';
import { randomText } from '../random-text.js';
import { userIdLength } from './stored-users.js';

interface ReadyUser {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** Users who can sign in at once, without registration and mail: for trials. */
@Injectable()
export class ReadyUsers {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Creates the user unless somebody has the name. */
  async createIfMissing({ username, password, firstName, lastName }: ReadyUser): Promise<'created' | 'found'> {
    const name = normalisedUsername(username);
    const fault = faultOfUsername(name ?? '');
    if (name === undefined || fault) throw new Problem('validation-failed', `The username ${fault?.detail ?? ''}.`);
    const hash = await this.hasher.hash(password);
    const user_id = randomText(userIdLength);
    return this.transactions.run(async (tx) => {
      const claimed = await tx.query<unknown[]>(
        `INSERT INTO credential (user_id, username, password_hash, activated_at) VALUES ($1, $2, $3, now())
         ON CONFLICT (username) DO NOTHING RETURNING user_id`,
        [user_id, name, hash],
      );
      if (claimed.length === 0) return 'found';
      await tx.query('INSERT INTO app_user (id, active, completed_registration) VALUES ($1, true, true)', [user_id]);
      await tx.query('INSERT INTO person (user_id, fields) VALUES ($1, $2)', [user_id, { firstName, lastName }]);
      for (const fact of [userCreated, userRegistered, userActivated]) await this.outbox.add(fact, { user_id });
      return 'created';
    });
  }
}
