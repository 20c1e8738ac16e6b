import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PersonService } from '../person/person.service.js';
import { userIdPattern } from '../users/stored-users.js';

/** Users as OpenID Connect sees them. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: DataSource,
    private readonly people: PersonService,
  ) {}

  /** Active, neither closed nor deactivated. */
  async maySignIn(userId: string): Promise<boolean> {
    if (!userIdPattern.test(userId)) return false;
    const rows = await this.database.query<unknown[]>(
      'SELECT FROM app_user WHERE id = $1 AND active AND closed_at IS NULL AND deactivated_at IS NULL',
      [userId],
    );
    return rows.length > 0;
  }

  async userOfConnection(provider_name: string, owner_id: string): Promise<string | undefined> {
    const [connection] = await this.database.query<{ user_id: string }[]>(
      'SELECT user_id FROM connection WHERE provider_name = $1 AND owner_id = $2',
      [provider_name, owner_id],
    );
    return connection?.user_id;
  }

  /** What userinfo says; without the scope `profile` it is the id alone. */
  async claimsOf(userId: string, scopes: string[]): Promise<object> {
    if (!scopes.includes('profile')) return { sub: userId };
    const person = await this.people.dataOf(userId).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'person-not-found') return undefined;
      throw error;
    });
    if (!person) return { sub: userId };
    const { email, firstName, infix, lastName } = person;
    const known = {
      name: [firstName, infix, lastName].filter((part) => part).join(' '),
      given_name: firstName,
      family_name: [infix, lastName].filter((part) => part).join(' '),
      email,
    };
    const claims = Object.entries(known).filter(([, value]) => value !== '');
    // Nobody signs in with a name whose mail was not confirmed.
    return { sub: userId, ...Object.fromEntries(claims), ...(email === '' ? {} : { email_verified: true }) };
  }
}

export const userClaims = ['sub', 'name', 'given_name', 'family_name', 'email', 'email_verified'];
