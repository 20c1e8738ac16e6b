import type { PersonOfUser } from '@ces/contracts/identity/people';
import type { PersonData } from '@ces/contracts/identity/person';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface StoredPerson {
  email: string | null;
  confirmed: boolean;
  fields: Partial<PersonData> | null;
  created_at: Date;
  updated_at: Date;
}

type PersonOfOpenUser = PersonOfUser & { fields: Partial<PersonOfUser> | null };

/** Personal data. SQL because row 22 is hot, and because a person is read together with user and credentials. */
@Injectable()
export class PersonStore {
  constructor(private readonly transactions: Transactions) {}

  /** Rows 22 and 23: the person of an open user, without fields if none were entered. */
  async find(userId: string): Promise<StoredPerson | undefined> {
    const [found] = await this.transactions.current.query<StoredPerson[]>(
      `SELECT c.username AS email, c.activated_at IS NOT NULL AS confirmed, p.fields, p.created_at, p.updated_at
         FROM app_user u LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id
         WHERE u.id = $1 AND u.closed_at IS NULL`,
      [userId],
    );
    return found;
  }

  findMany(userIds: string[]): Promise<PersonOfOpenUser[]> {
    return this.transactions.current.query<PersonOfOpenUser[]>(
      `SELECT u.id AS user_id, u.active, c.username AS email, p.fields
         FROM app_user u LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id
        WHERE u.id = ANY($1) AND u.closed_at IS NULL`,
      [userIds],
    );
  }

  async put(userId: string, fields: object): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO person (user_id, fields) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET fields = $2, updated_at = now()`,
      [userId, fields],
    );
  }
}
