import { providerNamePattern } from '@ces/contracts/clients';
import { Problem } from '@ces/contracts/problems';
import { connectionCreated, userCreated, type Connection, type ConnectionRef } from '@ces/contracts/users';
import { Outbox } from '@ces/messaging/outbox';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isForeignKeyViolation } from '../postgres-faults.js';
import { providerNotFound } from '../providers/providers.service.js';
import { randomText } from '../random-text.js';

/** 25 of 62 characters: 149 bits, so that no id is ever made twice. */
const userIdLength = 25;

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
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

  // row 5
  async ensure({ provider_name, owner_id }: ConnectionRef): Promise<Connection> {
    if (!providerNamePattern.test(provider_name)) throw providerNotFound();
    const asked = { provider_name, owner_id };
    return this.transactions.run(async (tx) => {
      for (;;) {
        const existing = await userOf(tx, asked);
        if (existing !== undefined) return { ...asked, user_id: existing };
        const created = { ...asked, user_id: randomText(userIdLength) };
        if (await this.create(tx, created)) return created;
        // Somebody else was quicker; their commit was waited for.
      }
    });
  }

  /** Of many at once, one insert gets through and the others wait for its commit: one user, and none without a connection. */
  private async create(tx: EntityManager, connection: Connection): Promise<boolean> {
    const { provider_name, owner_id, user_id } = connection;
    const inserted = await tx
      .query<unknown[]>(
        `INSERT INTO connection (provider_name, owner_id, user_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING user_id`,
        [provider_name, owner_id, user_id],
      )
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? providerNotFound() : error;
      });
    if (inserted.length === 0) return false;
    await tx.query('INSERT INTO app_user (id) VALUES ($1)', [user_id]);
    await this.outbox.add(tx, userCreated, { user_id });
    await this.outbox.add(tx, connectionCreated, connection);
    return true;
  }
}

async function userOf(tx: EntityManager, { provider_name, owner_id }: ConnectionRef): Promise<string | undefined> {
  const [found] = await tx.query<{ user_id: string }[]>(
    'SELECT user_id FROM connection WHERE provider_name = $1 AND owner_id = $2',
    [provider_name, owner_id],
  );
  return found?.user_id;
}
