import type { PersonOfUser } from '@ces/contracts/identity/people';
import {
  personChanged,
  type ChangePerson,
  type Person,
  type PersonData,
  type PersonField,
  type SavePerson,
} from '@ces/contracts/identity/person';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { concerns } from '@ces/messaging/calls/call-context';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { NoncesService } from '../nonces/nonces.service.js';
import { userNotFound } from '../users/user-not-found.js';
import { UsersService } from '../users/users.service.js';
import { personDescriptor } from './person-descriptor.js';
import { PersonEntity } from './person.entity.js';
import { PersonStore, type StoredPerson } from './person.store.js';
import { validatePerson } from './validate-person.js';

@Injectable()
export class PersonService {
  constructor(
    private readonly people: PersonStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly users: UsersService,
  ) {}

  // row 15
  async save({ auth_nonce, client_id, fields: sent }: SavePerson): Promise<Person> {
    const user_id = await this.nonces.resolve(auth_nonce, client_id);
    const fields = validated(personDescriptor, sent);
    concerns(user_id);
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      await this.put(user_id, fields);
      return this.of(user_id);
    });
  }

  /** Replaces the fields that are sent, and removes those sent empty. Validates all fields of a person without data. */
  change({ user_id, fields: sent }: ChangePerson): Promise<PersonData> {
    concerns(user_id);
    return this.transactions.run(async () => {
      await this.users.lockOpen(user_id);
      const person = await this.find(user_id);
      const stored = person.fields;
      await demandUnchanged(() => Promise.resolve(stored ? toData(user_id, person) : undefined));
      const changed = Object.entries(personDescriptor).filter(([name]) => !stored || Object.hasOwn(sent, name));
      const fields = validated(Object.fromEntries(changed), sent);
      const untouched = Object.entries(stored ?? {}).filter(([name]) => !Object.hasOwn(sent, name));
      await this.put(user_id, { ...Object.fromEntries(untouched), ...fields });
      return this.dataOf(user_id);
    });
  }

  // row 22
  async dataOf(userId: string): Promise<PersonData> {
    return toData(userId, await this.find(userId));
  }

  async profileOf(userId: string): Promise<PersonData & Pick<StoredPerson, 'confirmed'>> {
    const person = await this.find(userId);
    return { ...toData(userId, person), confirmed: person.confirmed };
  }

  // row 23
  async of(userId: string): Promise<Person> {
    return toPerson(userId, await this.find(userId));
  }

  /** Leaves out closed users. */
  async ofMany(userIds: string[]): Promise<PersonOfUser[]> {
    const found = await this.people.findMany(userIds.filter(isUserId));
    return found.map(({ fields, ...person }) => withoutNulls({ ...fields, ...person }));
  }

  isKnown(userId: string): Promise<boolean> {
    return this.transactions.of(PersonEntity).existsBy({ user_id: userId });
  }

  /** Adds the fields of a new user without a registration. */
  async add(userId: string, fields: Partial<PersonData>): Promise<void> {
    await this.transactions.of(PersonEntity).insert({ user_id: userId, fields });
  }

  async forget(userId: string): Promise<void> {
    await this.transactions.of(PersonEntity).delete(userId);
  }

  private async put(userId: string, fields: object): Promise<void> {
    await this.people.put(userId, fields);
    await this.outbox.add(personChanged, { user_id: userId });
  }

  private async find(userId: string): Promise<StoredPerson> {
    const found = isUserId(userId) ? await this.people.find(userId) : undefined;
    if (!found) throw userNotFound();
    return found;
  }
}

function validated(descriptor: Record<string, PersonField>, sent: object): Record<string, string> {
  const { fields, faults } = validatePerson(descriptor, sent);
  if (faults.length === 0) return fields;
  const words = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  throw new Problem('validation-failed', words, { errors: faults });
}

function withoutNulls<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T;
}

function toData(user_id: string, { email, fields }: StoredPerson): PersonData {
  if (!fields) throw new Problem('person-not-found', 'No personal data was entered for this user.');
  const { firstName = '', lastName = '', infix = '', gender = null, ...more } = fields;
  return { user_id, email: email ?? '', firstName, infix, lastName, gender, ...more };
}

function toPerson(userId: string, person: StoredPerson): Person {
  return { ...toData(userId, person), updated: timestamp(person.updated_at), created: timestamp(person.created_at) };
}

/** `YYYY-MM-DD HH:MM:SS.mmm`, UTC. */
function timestamp(date: Date): string {
  return date.toISOString().replace('T', ' ').replace('Z', '');
}
