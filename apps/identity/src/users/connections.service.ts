import { providerNamePattern } from '@ces/contracts/identity/providers';
import type { Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import {
  connectionCreated,
  connectionRemoved,
  userCreated,
  type AddConnection,
  type Connection,
  type ConnectionRef,
  type ConnectionsOf,
  type NewConnection,
} from '@ces/contracts/identity/users';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { cursorOf, readCursor } from '../cursor.js';
import { isForeignKeyViolation } from '@ces/service/database/violations';
import { providerNotFound } from '../providers/providers.service.js';
import { randomText } from '../random-text.js';
import { lockOpenUser, userIdLength } from './stored-users.js';
import { UsersService } from './users.service.js';

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: UsersService,
  ) {}

  // row 3
  async find({ provider_name, owner_id }: ConnectionRef): Promise<Connection> {
    if (!providerNamePattern.test(provider_name)) throw providerNotFound();
    const [found] = await this.database.query<{ user_id: string | null }[]>(
      `SELECT open.user_id FROM provider
       LEFT JOIN (
         SELECT c.provider_name, c.user_id FROM connection c JOIN app_user u ON u.id = c.user_id
         WHERE c.owner_id = $2 AND u.closed_at IS NULL
       ) open ON open.provider_name = provider.name
       WHERE provider.name = $1`,
      [provider_name, owner_id],
    );
    if (!found) throw providerNotFound();
    if (found.user_id === null) {
      throw new Problem('connection-not-found', 'No user is connected with this owner at this provider.');
    }
    return { provider_name, owner_id, user_id: found.user_id };
  }

  async userOf(connection: ConnectionRef): Promise<string | undefined> {
    return (await userOf(this.database.manager, connection))?.user_id;
  }

  // row 5
  async ensure({ provider_name, owner_id, client_id }: NewConnection): Promise<Connection> {
    if (!providerNamePattern.test(provider_name)) throw providerNotFound();
    const asked = { provider_name, owner_id };
    return this.transactions.run(async (tx) => {
      for (;;) {
        const existing = await userOf(tx, asked);
        const known = existing && !existing.closed;
        const user_id = known ? existing.user_id : randomText(userIdLength);
        concerns(user_id);
        // Another request may be quicker; then its commit is waited for.
        if (known || (await this.create(tx, { ...asked, user_id }, client_id))) return { ...asked, user_id };
      }
    });
  }

  // row 4
  async ofUser({ user_id, limit = 500, cursor }: ConnectionsOf): Promise<Paged<Connection>> {
    const after = cursor === undefined ? [] : readCursor(cursor, 2);
    await this.users.details(user_id);
    const rows = await this.database.query<(Connection & { at: string })[]>(
      `SELECT provider_name, owner_id, at FROM connection,
         LATERAL (SELECT (extract(epoch FROM created_at) * 1000000)::bigint AS at) made
       WHERE user_id = $1 AND ($2::bigint IS NULL OR (at, provider_name, owner_id) < ($2::bigint, $3::text, $4::text))
       ORDER BY at DESC, provider_name DESC, owner_id DESC LIMIT $5`,
      [user_id, after[0] ?? null, after[1] ?? null, after[2] ?? null, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map(({ provider_name, owner_id }) => ({ provider_name, owner_id, user_id })),
      next: last ? cursorOf(last.at, last.provider_name, last.owner_id) : null,
    };
  }

  // row 6
  add({ provider_name, owner_id, user_id }: AddConnection): Promise<Connection> {
    const connection = { provider_name, owner_id, user_id };
    return this.transactions.run(async (tx) => {
      await lockOpenUser(tx, user_id);
      concerns(user_id);
      if (!(await isConfigured(tx, provider_name)))
        throw faulty('provider-unknown', [
          { pointer: '#/provider_name', code: 'provider-unknown', detail: 'There is no provider of this name.' },
        ]);
      if (!(await this.claim(tx, connection))) throw connected('This owner is connected with a user already.');
      await this.outbox.add(connectionCreated, connection);
      return connection;
    });
  }

  remove({ provider_name, owner_id, user_id }: AddConnection): Promise<{ deleted: true }> {
    const connection = { provider_name, owner_id, user_id };
    return this.transactions.run(async (tx) => {
      await lockOpenUser(tx, user_id);
      if (!providerNamePattern.test(provider_name)) throw notConnected();
      const [, count] = await tx.query<[unknown[], number]>(
        'DELETE FROM connection WHERE provider_name = $1 AND owner_id = $2 AND user_id = $3',
        [provider_name, owner_id, user_id],
      );
      if (count === 0) throw notConnected();
      await this.outbox.add(connectionRemoved, connection);
      return { deleted: true };
    });
  }

  /** Of a user whom the transaction has locked. Answers how many there were. */
  async removeAll(tx: EntityManager, userId: string): Promise<number> {
    const [removed] = await tx.query<[Connection[], number]>(
      'DELETE FROM connection WHERE user_id = $1 RETURNING provider_name, owner_id, user_id',
      [userId],
    );
    for (const connection of removed) await this.outbox.add(connectionRemoved, connection);
    return removed.length;
  }

  /** Of many at once, one insert gets through and the others wait for its commit: one user, and none without a connection. */
  private async create(tx: EntityManager, connection: Connection, maker: string | undefined): Promise<boolean> {
    const { user_id } = connection;
    if (!(await this.claim(tx, connection))) return false;
    await tx.query('INSERT INTO app_user (id, made_by) VALUES ($1, $2)', [user_id, maker ?? null]);
    await this.outbox.add(userCreated, { user_id });
    await this.outbox.add(connectionCreated, connection);
    return true;
  }

  /** False when an open account has the owner. */
  private async claim(tx: EntityManager, connection: Connection): Promise<boolean> {
    return (await insert(tx, connection)) || this.takeOver(tx, connection);
  }

  /** The owner of a closed account counts as free. Its user is locked, so that it is not restored meanwhile. */
  private async takeOver(tx: EntityManager, { provider_name, owner_id, user_id }: Connection): Promise<boolean> {
    const before = await userOf(tx, { provider_name, owner_id });
    if (!before?.closed) return false;
    const closed = await tx.query<unknown[]>('SELECT FROM app_user WHERE id = $1 AND closed_at IS NOT NULL FOR SHARE', [
      before.user_id,
    ]);
    if (closed.length === 0) return false;
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE connection SET user_id = $3, created_at = now()
       WHERE provider_name = $1 AND owner_id = $2 AND user_id = $4`,
      [provider_name, owner_id, user_id, before.user_id],
    );
    if (count === 0) return false;
    await this.outbox.add(connectionRemoved, { provider_name, owner_id, user_id: before.user_id });
    return true;
  }
}

async function insert(tx: EntityManager, { provider_name, owner_id, user_id }: Connection): Promise<boolean> {
  const inserted = await tx
    .query<unknown[]>(
      `INSERT INTO connection (provider_name, owner_id, user_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [provider_name, owner_id, user_id],
    )
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? providerNotFound() : error;
    });
  return inserted.length > 0;
}

/** It is not removed meanwhile. */
async function isConfigured(tx: EntityManager, provider: string): Promise<boolean> {
  if (!providerNamePattern.test(provider)) return false;
  const found = await tx.query<unknown[]>('SELECT FROM provider WHERE name = $1 FOR SHARE', [provider]);
  return found.length > 0;
}

interface Owner {
  user_id: string;
  closed: boolean;
}

async function userOf(tx: EntityManager, { provider_name, owner_id }: ConnectionRef): Promise<Owner | undefined> {
  const [found] = await tx.query<Owner[]>(
    `SELECT c.user_id, u.closed_at IS NOT NULL AS closed FROM connection c JOIN app_user u ON u.id = c.user_id
     WHERE c.provider_name = $1 AND c.owner_id = $2`,
    [provider_name, owner_id],
  );
  return found;
}

function notConnected(): Problem {
  return new Problem('connection-not-found', 'The user has no such connection.');
}

/** Never says with whom. */
function connected(detail: string): Problem {
  return new Problem('connection-exists', detail);
}
