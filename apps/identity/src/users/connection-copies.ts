import type {
  ConnectionsAfter,
  ConnectionsOfUsers,
  ConnectionsOfUsersPage,
  ConnectionsPage,
  CopiedConnection,
} from '@ces/contracts/connection-copy';
import { connectionCreated, connectionRemoved, userClosed, userRestored } from '@ces/contracts/users';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A reply must stay under 1 MiB; what JSON adds to an owner's id cannot be told before, so this leaves room. */
const replyBytes = 600_000;
const atMost = 4_000;
/** So far back in the outbox one may find what consumers have not read yet. */
const latelyFacts = 20_000;
const latelyUsers = 5_000;
const factsOfConnections = [connectionCreated, connectionRemoved, userClosed, userRestored].map(
  (event) => event.subject,
);

/** What a service needs that keeps a copy of the connections: all of them in pages, and the truth about some users. */
@Injectable()
export class ConnectionCopies {
  constructor(private readonly database: DataSource) {}

  async all({ after }: ConnectionsAfter): Promise<ConnectionsPage> {
    const rows = await this.database.query<CopiedConnection[]>(
      `SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open
         FROM connection c JOIN app_user u ON u.id = c.user_id
        WHERE (c.provider_name, c.owner_id) > ($1, $2) ORDER BY c.provider_name, c.owner_id LIMIT $3`,
      [after?.provider_name ?? '', after?.owner_id ?? '', atMost],
    );
    return thatFits(rows);
  }

  async ofUsers({ user_ids, after }: ConnectionsOfUsers): Promise<ConnectionsOfUsersPage> {
    // One snapshot for both: a user who is not there has no connections either.
    const [found] = await this.database.query<{ gone: string[]; connections: CopiedConnection[] }[]>(
      `SELECT ARRAY(SELECT asked.id FROM unnest($1::text[]) AS asked (id)
                     WHERE NOT EXISTS (SELECT FROM app_user u WHERE u.id = asked.id)) AS gone,
              coalesce((SELECT json_agg(page) FROM (
                SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open
                  FROM connection c JOIN app_user u ON u.id = c.user_id
                 WHERE c.user_id = ANY ($1) AND (c.user_id, c.provider_name, c.owner_id) > ($2, $3, $4)
                 ORDER BY c.user_id, c.provider_name, c.owner_id LIMIT $5
              ) page), '[]') AS connections`,
      [user_ids, after?.user_id ?? '', after?.provider_name ?? '', after?.owner_id ?? '', atMost],
    );
    return { ...thatFits(found?.connections ?? []), gone: found?.gone ?? [] };
  }

  async latelyChanged(): Promise<string[]> {
    const rows = await this.database.query<{ user_id: string }[]>(
      `SELECT DISTINCT payload::json->>'user_id' AS user_id FROM (
         SELECT payload FROM outbox
          WHERE id > (SELECT max(id) FROM outbox) - $1 AND subject = ANY ($2) ORDER BY id DESC LIMIT $3
       ) late`,
      [latelyFacts, factsOfConnections, latelyUsers],
    );
    return rows.map(({ user_id }) => user_id);
  }
}

function thatFits(rows: CopiedConnection[]): ConnectionsPage {
  let bytes = 0;
  const enough = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > replyBytes);
  const connections = enough < 0 ? rows : rows.slice(0, Math.max(enough, 1));
  return { connections, whole: rows.length < atMost && connections.length === rows.length };
}
