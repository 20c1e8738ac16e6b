import type { Connection, ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ConnectionPlace } from './connection-cursor.js';

export interface ConnectedUser {
  user_id: string;
  closed: boolean;
}

/**
 * Connections of users with accounts at providers. SQL because the endpoints of rows 3 to 5 are called often, and because
 * one statement claims an owner.
 */
@Injectable()
export class ConnectionStore {
  constructor(private readonly transactions: Transactions) {}

  /** Row 3: the open user of an owner, null without one; undefined when the provider does not exist. */
  async findOpenUser({ provider_name, owner_id }: ConnectionRef): Promise<{ user_id: string | null } | undefined> {
    const [found] = await this.transactions.current.query<{ user_id: string | null }[]>(
      `SELECT open.user_id FROM provider
       LEFT JOIN (
         SELECT c.provider_name, c.user_id FROM connection c JOIN app_user u ON u.id = c.user_id
         WHERE c.owner_id = $2 AND u.closed_at IS NULL
       ) open ON open.provider_name = provider.name
       WHERE provider.name = $1`,
      [provider_name, owner_id],
    );
    return found;
  }

  /** Finds the user of an owner, open or closed. */
  async findUser({ provider_name, owner_id }: ConnectionRef): Promise<ConnectedUser | undefined> {
    const [found] = await this.transactions.current.query<ConnectedUser[]>(
      `SELECT c.user_id, u.closed_at IS NOT NULL AS closed FROM connection c JOIN app_user u ON u.id = c.user_id
     WHERE c.provider_name = $1 AND c.owner_id = $2`,
      [provider_name, owner_id],
    );
    return found;
  }

  /** Row 4: connections of an open user, newest first, below a place; undefined when there is no such user. */
  async findOfOpenUser(
    userId: string,
    after: ConnectionPlace | undefined,
    limit: number,
  ): Promise<ConnectionPlace[] | undefined> {
    const rows = await this.transactions.current.query<(ConnectionPlace | { at: null })[]>(
      `SELECT c.provider_name, c.owner_id, c.at FROM app_user u
       LEFT JOIN LATERAL (
         SELECT provider_name, owner_id, (extract(epoch FROM created_at) * 1000000)::bigint AS at
         FROM connection WHERE user_id = u.id
       ) c ON $2::bigint IS NULL OR (c.at, c.provider_name, c.owner_id) < ($2::bigint, $3::text, $4::text)
       WHERE u.id = $1 AND u.closed_at IS NULL
       ORDER BY c.at DESC, c.provider_name DESC, c.owner_id DESC LIMIT $5`,
      [userId, after?.at ?? null, after?.provider_name ?? null, after?.owner_id ?? null, limit],
    );
    // A user without connections is one row of nulls.
    return rows.length === 0 ? undefined : rows.filter((row) => row.at !== null);
  }

  /** Locks a provider of users until the transaction ends. Returns whether it exists. */
  async keepProvider(name: string): Promise<boolean> {
    const found = await this.transactions.open.query<unknown[]>(
      'SELECT FROM provider WHERE name = $1 AND NOT operators FOR SHARE',
      [name],
    );
    return found.length > 0;
  }

  /** Inserts a connection unless the owner is connected; waits for another transaction that inserts the same one. */
  async insert({ provider_name, owner_id, user_id }: Connection): Promise<boolean> {
    const inserted = await this.transactions.open.query<unknown[]>(
      `INSERT INTO connection (provider_name, owner_id, user_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [provider_name, owner_id, user_id],
    );
    return inserted.length > 0;
  }

  /** Moves a connection to another user; answers false when `from` has lost it meanwhile. */
  async move({ provider_name, owner_id, user_id }: Connection, from: string): Promise<boolean> {
    const [, count] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE connection SET user_id = $3, created_at = now()
       WHERE provider_name = $1 AND owner_id = $2 AND user_id = $4`,
      [provider_name, owner_id, user_id, from],
    );
    return count > 0;
  }

  async deleteOfUser(userId: string): Promise<Connection[]> {
    const [removed] = await this.transactions.open.query<[Connection[], number]>(
      'DELETE FROM connection WHERE user_id = $1 RETURNING provider_name, owner_id, user_id',
      [userId],
    );
    return removed;
  }
}
