import type { UserDetails } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Users. SQL because row 7 is hot, and because rows are locked in a given order. */
@Injectable()
export class UserStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Row 7: the open ones of these users. */
  findDetails(ids: string[]): Promise<UserDetails[]> {
    return this.transactions.current.query(
      `SELECT id, active AND deactivated_at IS NULL AS active, completed_registration
       FROM app_user WHERE id = ANY ($1) AND closed_at IS NULL`,
      [ids],
    );
  }

  async findOpen(ids: string[]): Promise<string[]> {
    const rows = await this.transactions.current.query<{ id: string }[]>(
      'SELECT id FROM app_user WHERE id = ANY ($1) AND closed_at IS NULL',
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  async countOpen(): Promise<number> {
    const [counted] = await this.transactions.current.query<{ users: string }[]>(
      'SELECT count(*) AS users FROM app_user WHERE closed_at IS NULL',
    );
    return Number(counted?.users);
  }

  async findClosed(after: string, limit: number): Promise<string[]> {
    const rows = await this.transactions.current.query<{ id: string }[]>(
      'SELECT id FROM app_user WHERE closed_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2',
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  async maySignIn(id: string): Promise<boolean> {
    const rows = await this.transactions.current.query<unknown[]>(
      'SELECT FROM app_user WHERE id = $1 AND active AND closed_at IS NULL AND deactivated_at IS NULL',
      [id],
    );
    return rows.length > 0;
  }

  async findEpoch(id: string): Promise<number | undefined> {
    const [row] = await this.transactions.current.query<{ epoch: number }[]>(
      `SELECT sign_in_epoch AS epoch FROM app_user
       WHERE id = $1 AND active AND closed_at IS NULL AND deactivated_at IS NULL`,
      [id],
    );
    return row?.epoch;
  }

  /** Records the first sign-in. It commits by itself, also when a transaction is open. */
  async recordSignIn(id: string): Promise<void> {
    await this.database.query(
      'UPDATE app_user SET first_sign_in_at = now() WHERE id = $1 AND first_sign_in_at IS NULL',
      [id],
    );
  }

  async lock(id: string): Promise<void> {
    await this.transactions.open.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [id]);
  }

  async lockOpen(id: string): Promise<boolean> {
    const rows = await this.transactions.open.query<unknown[]>(
      'SELECT FROM app_user WHERE id = $1 AND closed_at IS NULL FOR UPDATE',
      [id],
    );
    return rows.length > 0;
  }

  async lockJoinable(id: string, clientId: string): Promise<boolean> {
    const rows = await this.transactions.open.query<unknown[]>(
      `SELECT FROM app_user WHERE id = $1 AND made_by = $2 AND closed_at IS NULL AND first_sign_in_at IS NULL FOR UPDATE`,
      [id, clientId],
    );
    return rows.length > 0;
  }

  /** Keeps a closed user closed until the transaction ends; answers whether it is closed. */
  async keepClosed(id: string): Promise<boolean> {
    const closed = await this.transactions.open.query<unknown[]>(
      'SELECT FROM app_user WHERE id = $1 AND closed_at IS NOT NULL FOR SHARE',
      [id],
    );
    return closed.length > 0;
  }

  /** Row 5: adds an active user. */
  async addMadeInAdvance(id: string, madeBy: string | null): Promise<void> {
    await this.transactions.open.query('INSERT INTO app_user (id, made_by) VALUES ($1, $2)', [id, madeBy]);
  }

  async addRegistering(id: string): Promise<void> {
    await this.transactions.open.query('INSERT INTO app_user (id, active) VALUES ($1, false)', [id]);
  }
}
