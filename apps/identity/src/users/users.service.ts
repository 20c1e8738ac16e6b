import type { UserDetails } from '@ces/contracts/identity/users';
import { runPrepared, type Prepared } from '@ces/service/database/prepared';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { maySignIn, userIdPattern, userNotFound } from './stored-users.js';

const detailsOf: Prepared = {
  name: 'user details',
  text: `SELECT id, active AND deactivated_at IS NULL AS active, completed_registration
         FROM app_user WHERE id = $1 AND closed_at IS NULL`,
};

@Injectable()
export class UsersService {
  constructor(private readonly database: DataSource) {}

  // row 7
  async details(id: string): Promise<UserDetails> {
    const [user] = userIdPattern.test(id) ? await runPrepared<UserDetails>(this.database.manager, detailsOf, [id]) : [];
    if (!user) throw userNotFound();
    return user;
  }

  async maySignIn(id: string): Promise<boolean> {
    if (!userIdPattern.test(id)) return false;
    return (await this.database.query<unknown[]>(maySignIn('$1'), [id])).length > 0;
  }

  /**
   * Row 12 relies on it: it is committed before any token is issued. Sign-ins with a password need no record, because a user
   * who has signed in with one keeps its credentials.
   */
  async recordSignIn(id: string): Promise<void> {
    await this.database.query(
      'UPDATE app_user SET first_sign_in_at = now() WHERE id = $1 AND first_sign_in_at IS NULL',
      [id],
    );
  }

  async known(ids: string[]): Promise<string[]> {
    const wellFormed = ids.filter((id) => userIdPattern.test(id));
    if (wellFormed.length === 0) return [];
    const rows = await this.database.query<{ id: string }[]>(
      'SELECT id FROM app_user WHERE id = ANY ($1) AND closed_at IS NULL',
      [wellFormed],
    );
    return rows.map(({ id }) => id);
  }
}
