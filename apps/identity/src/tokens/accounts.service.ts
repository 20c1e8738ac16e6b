import { Problem } from '@ces/contracts/problems';
import { isOperatorId } from '@ces/contracts/identity/operators/roles';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import { SignInEpochs } from '../grants/sign-in-epochs.js';
import { OperatorSignInsService } from '../operators/operator-sign-ins.service.js';
import { PersonService } from '../person/person.service.js';
import { ConnectionsService } from '../users/connections.service.js';
import { UsersService } from '../users/users.service.js';

type Profile = Awaited<ReturnType<PersonService['profileOf']>>;

@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly connections: ConnectionsService,
    private readonly people: PersonService,
    private readonly epochs: SignInEpochs,
    private readonly operators: OperatorSignInsService,
  ) {}

  /** The account is a user's or an operator's. */
  maySignIn(accountId: string): Promise<boolean> {
    return isOperatorId(accountId) ? this.operators.maySignIn(accountId) : this.users.maySignIn(accountId);
  }

  /** The claims of an operator's access token. */
  operatorClaims(operatorId: string): Promise<object> {
    return this.operators.claimsOf(operatorId);
  }

  noteOperatorSignIn(operatorId: string): Promise<void> {
    return this.operators.noteSignIn(operatorId);
  }

  /** Finds the user of a connection and records the sign-in. Returns undefined when no user may sign in. */
  async connected(connection: ConnectionRef): Promise<string | undefined> {
    const userId = await this.connections.userOf(connection);
    const epoch = userId === undefined ? undefined : await this.users.signInEpoch(userId);
    if (userId === undefined || epoch === undefined) return undefined;
    this.epochs.note(userId, epoch);
    await this.users.recordSignIn(userId);
    return userId;
  }

  /** The claims of userinfo: only the id without the scope `profile`; undefined when the account is gone. */
  async claimsOf(userId: string, scopes: string[]): Promise<object | undefined> {
    if (!scopes.includes('profile')) return { sub: userId };
    try {
      return { sub: userId, ...claimsFrom(await this.people.profileOf(userId)) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'person-not-found') return { sub: userId };
      if (error instanceof Problem && error.code === 'user-not-found') return undefined;
      throw error;
    }
  }
}

function claimsFrom({ email, confirmed, firstName, infix, lastName }: Profile): object {
  const known = {
    name: [firstName, infix, lastName].filter((part) => part).join(' '),
    given_name: firstName,
    family_name: [infix, lastName].filter((part) => part).join(' '),
    email,
  };
  const claims = Object.entries(known).filter(([, value]) => value !== '');
  // A user of a provider may have joined credentials, and never confirmed their mail address.
  return { ...Object.fromEntries(claims), ...(email === '' ? {} : { email_verified: confirmed }) };
}

export const userClaims = ['sub', 'name', 'given_name', 'family_name', 'email', 'email_verified'];
