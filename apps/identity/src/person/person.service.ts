import type { PersonOfUser } from '@ces/contracts/identity/people';
import { personChanged, type Person, type PersonData, type SavePerson } from '@ces/contracts/identity/person';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NoncesService } from '../nonces/nonces.service.js';
import { lockOpenUser, userIdPattern, userNotFound } from '../users/stored-users.js';
import { judgePerson } from './judge-person.js';
import { personDescriptor } from './person-descriptor.js';

interface Row {
  email: string | null;
  fields: Partial<PersonData> | null;
  created_at: Date;
  updated_at: Date;
}

@Injectable()
export class PersonService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
  ) {}

  // row 15
  async save({ auth_nonce, client_id, fields: sent }: SavePerson): Promise<Person> {
    const user_id = await this.nonces.resolve(auth_nonce, client_id);
    const { fields, faults } = judgePerson(personDescriptor, sent);
    if (faults.length > 0) {
      const words = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
      throw new Problem('validation-failed', words, { errors: faults });
    }
    concerns(user_id);
    return this.transactions.run(async (tx) => {
      await lockOpenUser(tx, user_id);
      await tx.query(
        `INSERT INTO person (user_id, fields) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET fields = $2, updated_at = now()`,
        [user_id, fields],
      );
      await this.outbox.add(personChanged, { user_id });
      return toPerson(user_id, await find(tx, user_id));
    });
  }

  // row 22
  async dataOf(userId: string): Promise<PersonData> {
    return toData(userId, await find(this.database.manager, userId));
  }

  // row 23
  async of(userId: string): Promise<Person> {
    return toPerson(userId, await find(this.database.manager, userId));
  }

  /** Of open accounts; what was not entered is left out. */
  async ofMany(userIds: string[]): Promise<PersonOfUser[]> {
    const rows = await this.database.query<(PersonOfUser & { fields: Partial<PersonOfUser> | null })[]>(
      `SELECT u.id AS user_id, u.active, c.username AS email, p.fields
         FROM app_user u LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id
        WHERE u.id = ANY($1) AND u.closed_at IS NULL`,
      [userIds.filter((id) => userIdPattern.test(id))],
    );
    return rows.map(({ fields, ...row }) => withoutNulls({ ...fields, ...row }));
  }

  async isKnown(userId: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>('SELECT FROM person WHERE user_id = $1', [userId]);
    return rows.length > 0;
  }
}

async function find(tx: EntityManager, userId: string): Promise<Row> {
  const [row] = userIdPattern.test(userId)
    ? await tx.query<Row[]>(
        `SELECT c.username AS email, p.fields, p.created_at, p.updated_at
         FROM app_user u LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id
         WHERE u.id = $1 AND u.closed_at IS NULL`,
        [userId],
      )
    : [];
  if (!row) throw userNotFound();
  return row;
}

function withoutNulls<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T;
}

function toData(user_id: string, { email, fields }: Row): PersonData {
  if (!fields) throw new Problem('person-not-found', 'No personal data was entered for this user.');
  const { firstName = '', lastName = '', infix = '', gender = null, ...more } = fields;
  return { user_id, email: email ?? '', firstName, infix, lastName, gender, ...more };
}

function toPerson(userId: string, row: Row): Person {
  return { ...toData(userId, row), updated: timestamp(row.updated_at), created: timestamp(row.created_at) };
}

/** `YYYY-MM-DD HH:MM:SS.mmm`, UTC. */
function timestamp(date: Date): string {
  return date.toISOString().replace('T', ' ').replace('Z', '');
}
