import { Transactions } from '@ces/messaging/storage/transactions';
import type { Wanted } from '@ces/service/database/keyset';
import { newestOf } from '@ces/service/database/newest.store';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import { clientIdPattern } from './client-id.js';

/** Uses of a client within this time are one. */
export const usesEveryMs = 5 * 60_000;

/**
 * Clients. A store because a change locks its row, the seed inserts only what is missing, the cache reads by itself, a list reads
 * an index of expressions, the origins are unnested from all rows, and a use is written only if the last one is old.
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

  newest(wanted: Wanted): Promise<ClientEntity[]> {
    return newestOf(this.transactions.of(ClientEntity), 'id', wanted).getMany();
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

  /** Writes outside of any transaction, because a use counts whatever becomes of the request. */
  async noteUse(id: string): Promise<void> {
    await this.database.query(
      `UPDATE client SET last_used_at = now()
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - $2 * interval '1 millisecond')`,
      [id, usesEveryMs],
    );
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
