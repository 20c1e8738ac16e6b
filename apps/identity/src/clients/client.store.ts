import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import { clientIdPattern } from './client-id.js';

/**
 * Clients. A store because a change locks its row, the seed inserts only what is missing, the cache reads by itself, and
 * the origins are unnested from all rows.
 */
@Injectable()
export class ClientStore {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  async find(id: string): Promise<ClientEntity | undefined> {
    if (!clientIdPattern.test(id)) return undefined;
    return (await this.transactions.of(ClientEntity).findOneBy({ id })) ?? undefined;
  }

  /** Makes changes of one client follow one another, until the transaction ends. */
  async lock(id: string): Promise<ClientEntity | undefined> {
    if (!clientIdPattern.test(id)) return undefined;
    const clients = this.transactions.open.getRepository(ClientEntity);
    return (await clients.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } })) ?? undefined;
  }

  /** Reads outside of any transaction, because all requests share the result. */
  async findForCache(id: string): Promise<ClientEntity | undefined> {
    return (await this.database.manager.findOneBy(ClientEntity, { id })) ?? undefined;
  }

  async origins(): Promise<string[]> {
    const rows = await this.transactions.current.query<{ origin: string }[]>(
      'SELECT DISTINCT unnest(origins) AS origin FROM client WHERE public ORDER BY origin',
    );
    return rows.map(({ origin }) => origin);
  }

  async insertIfMissing(client: ClientEntity): Promise<boolean> {
    const insert = this.transactions.of(ClientEntity).createQueryBuilder().insert().values(client);
    const { raw } = (await insert.orIgnore().returning('id').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }
}
