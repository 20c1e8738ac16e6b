import type {
  ConnectionChange,
  ConnectionsAfter,
  ConnectionsOfUsers,
  CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { eachFact } from '@ces/messaging/facts/publish/several-facts';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface OutboxPlace {
  /** A bigint. */
  id: string;
}

/** Connections as other services copy them. SQL because pages follow code points, and because sets of users are read at once. */
@Injectable()
export class ConnectionCopyStore {
  constructor(private readonly transactions: Transactions) {}

  findAll(after: ConnectionsAfter['after'], limit: number): Promise<CopiedConnection[]> {
    return this.transactions.current.query<CopiedConnection[]>(
      `SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open, c.imported
         FROM connection c JOIN app_user u ON u.id = c.user_id
        WHERE (c.provider_name, c.owner_id) > ($1, $2) ORDER BY c.provider_name, c.owner_id LIMIT $3`,
      [after?.provider_name ?? '', after?.owner_id ?? '', limit],
    );
  }

  /** Finds connections of some users, and which of the users do not exist, in one snapshot. */
  async findOfUsers(
    { user_ids, after }: ConnectionsOfUsers,
    limit: number,
  ): Promise<{ gone: string[]; connections: CopiedConnection[] }> {
    const [found] = await this.transactions.current.query<{ gone: string[]; connections: CopiedConnection[] }[]>(
      `SELECT ARRAY(SELECT asked.id FROM unnest($1::text[]) AS asked (id)
                     WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = asked.id)) AS gone,
              coalesce((SELECT json_agg(page) FROM (
                SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open, c.imported
                  FROM connection c JOIN app_user u ON u.id = c.user_id
                 WHERE c.user_id = ANY ($1) AND (c.user_id, c.provider_name, c.owner_id) > ($2, $3, $4)
                 ORDER BY c.user_id, c.provider_name, c.owner_id LIMIT $5
              ) page), '[]') AS connections`,
      [user_ids, after?.user_id ?? '', after?.provider_name ?? '', after?.owner_id ?? '', limit],
    );
    return found ?? { gone: [], connections: [] };
  }

  findOfOwners(owners: ConnectionRef[]): Promise<CopiedConnection[]> {
    return this.transactions.current.query(
      `SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open, c.imported
         FROM unnest($1::text[], $2::text[]) AS asked (provider_name, owner_id)
         JOIN connection c ON c.provider_name = asked.provider_name AND c.owner_id = asked.owner_id
         JOIN app_user u ON u.id = c.user_id`,
      [owners.map((owner) => owner.provider_name), owners.map((owner) => owner.owner_id)],
    );
  }

  async findPlaceOlderThan(seconds: number): Promise<OutboxPlace | undefined> {
    const [place] = await this.transactions.current.query<OutboxPlace[]>(
      'SELECT id FROM outbox WHERE created_at < now() - make_interval(secs => $1) ORDER BY id DESC LIMIT 1',
      [seconds],
    );
    return place;
  }

  /** The last place may have more facts than the limit leaves room for. */
  findFacts(after: string, subjects: string[], limit: number): Promise<(OutboxPlace & ConnectionChange)[]> {
    return this.transactions.current.query<(OutboxPlace & ConnectionChange)[]>(
      `SELECT id, fact_id AS message_id, fact_payload::json->>'user_id' AS user_id FROM outbox ${eachFact}
        WHERE id > $1 AND subject = ANY ($2) ORDER BY id LIMIT $3`,
      [after, subjects, limit],
    );
  }
}
