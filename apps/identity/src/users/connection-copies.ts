import { userErased } from '@ces/contracts/identity/erasure';
import type {
  ChangesAfter,
  ConnectionChange,
  ConnectionChanges,
  ConnectionsAfter,
  ConnectionsOfUsers,
  ConnectionsOfUsersPage,
  ConnectionsPage,
  CopiedConnection,
} from '@ces/contracts/identity/connection-copy';
import {
  connectionCreated,
  connectionRemoved,
  userClosed,
  userRestored,
  type ConnectionRef,
} from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A reply must stay under 1 MiB; what JSON adds to an owner's id cannot be told before, so this leaves room. */
const replyBytes = 600_000;
const atMost = 1_000;
const changesAtOnce = 5_000;
/** By then whoever was given an earlier place in the outbox has committed: no transaction takes half as long. */
const settledSeconds = 60;
const factsOfConnections = [connectionCreated, connectionRemoved, userClosed, userRestored, userErased].map(
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

  async ofOwners(owners: ConnectionRef[]): Promise<CopiedConnection[]> {
    return this.database.query(
      `SELECT c.provider_name, c.owner_id, c.user_id, u.closed_at IS NULL AS open
         FROM unnest($1::text[], $2::text[]) AS asked (provider_name, owner_id)
         JOIN connection c ON c.provider_name = asked.provider_name AND c.owner_id = asked.owner_id
         JOIN app_user u ON u.id = c.user_id`,
      [owners.map((owner) => owner.provider_name), owners.map((owner) => owner.owner_id)],
    );
  }

  /** Read from the outbox, which keeps for a day what it has told. Places in it become visible out of order. */
  async changes({ after = '0' }: ChangesAfter): Promise<ConnectionChanges> {
    const [settled] = await this.database.query<Place[]>(
      'SELECT id FROM outbox WHERE created_at < now() - make_interval(secs => $1) ORDER BY id DESC LIMIT 1',
      [settledSeconds],
    );
    const rows = await this.database.query<(Place & ConnectionChange)[]>(
      `SELECT id, message_id, payload::json->>'user_id' AS user_id FROM outbox
        WHERE id > $1 AND subject = ANY ($2) ORDER BY id LIMIT $3`,
      [after, factsOfConnections, changesAtOnce],
    );
    const next = rows.length < changesAtOnce ? null : (rows.at(-1)?.id ?? null);
    return {
      changes: rows.map(({ user_id, message_id }) => ({ user_id, message_id })),
      next,
      known: settled && next !== null ? earlier(settled.id, next) : (settled?.id ?? null),
    };
  }
}

interface Place {
  /** A bigint. */
  id: string;
}

function earlier(one: string, other: string): string {
  return BigInt(one) < BigInt(other) ? one : other;
}

function thatFits(rows: CopiedConnection[]): ConnectionsPage {
  let bytes = 0;
  const enough = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row))) > replyBytes);
  const connections = enough < 0 ? rows : rows.slice(0, Math.max(enough, 1));
  return { connections, whole: rows.length < atMost && connections.length === rows.length };
}
