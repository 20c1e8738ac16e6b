import type { ConnectionsPage, CopiedConnection } from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { ConnectionEntity } from './connection.entity.js';

export type HeldConnection = Pick<ConnectionEntity, 'provider_name' | 'owner_id' | 'user_id' | 'open'>;
/** A connection that differs from the copy; `held_by` is its user in the copy. */
export type DifferingConnection = CopiedConnection & { held_by: string | null };

/** The copy of identity's connections. SQL because facts and comparisons change it in sets. */
@Injectable()
export class ConnectionStore {
  constructor(private readonly transactions: Transactions) {}

  /** Makes every other change of the copy wait for the commit. */
  async lock(): Promise<void> {
    // Identity is asked under the lock, page by page.
    await this.transactions.open.query(
      `SET LOCAL idle_in_transaction_session_timeout = '20s';
       SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`,
    );
  }

  /** Makes the commit wait for the disk, so that a crash cannot undo what a fact has told. */
  async commitDurably(): Promise<void> {
    await this.transactions.open.query('SET LOCAL synchronous_commit = on');
  }

  findHeldBy(userIds: string[]): Promise<HeldConnection[]> {
    return this.transactions.open.query(
      'SELECT provider_name, owner_id, user_id, open FROM connection WHERE user_id = ANY ($1)',
      [userIds],
    );
  }

  findDiffering(rows: CopiedConnection[]): Promise<DifferingConnection[]> {
    return this.transactions.open.query(
      `SELECT t.provider_name, t.owner_id, t.user_id, t.open, t.imported, c.user_id AS held_by
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean, imported boolean)
       LEFT JOIN connection c ON c.provider_name = t.provider_name AND c.owner_id = t.owner_id
      WHERE (c.user_id, c.open) IS DISTINCT FROM (t.user_id, t.open)`,
      [JSON.stringify(rows)],
    );
  }

  /** `users` are all whose number of connections may change. */
  async write(changed: HeldConnection[], stale: HeldConnection[], users: string[]): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(byIndex('off'));
    await tx.query(
      `DELETE FROM connection c USING json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text)
      WHERE c.provider_name = t.provider_name AND c.owner_id = t.owner_id AND c.user_id = t.user_id`,
      [JSON.stringify(stale)],
    );
    await this.upsert(changed);
    await tx.query(
      // The lock keeps the rows where they are. Joined by their keys, PostgreSQL reads all of them while it believes the table small.
      `UPDATE connection SET several = NOT several
        WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM (SELECT ctid, several, count(*) OVER (PARTITION BY provider_name, user_id) > 1 AS counted
                              FROM connection WHERE user_id = ANY ($1)) held
           WHERE several <> counted))`,
      [users],
    );
    await tx.query(byIndex('on'));
  }

  /** The users of connections that the copy holds within the bounds of this page, but that the page lacks. */
  async findBeyond(
    { connections }: ConnectionsPage,
    after: ConnectionRef | null,
    last: ConnectionRef | null,
  ): Promise<string[]> {
    const rows = await this.transactions.open.query<Pick<ConnectionEntity, 'user_id'>[]>(
      `SELECT DISTINCT c.user_id FROM connection c
      WHERE (c.provider_name, c.owner_id) > ($1, $2) AND ($3::text IS NULL OR (c.provider_name, c.owner_id) <= ($3, $4))
        AND (c.provider_name, c.owner_id) NOT IN (
          SELECT provider_name, owner_id FROM json_to_recordset($5) AS t (provider_name text, owner_id text))`,
      [
        after?.provider_name ?? '',
        after?.owner_id ?? '',
        last?.provider_name ?? null,
        last?.owner_id ?? null,
        JSON.stringify(connections),
      ],
    );
    return rows.map(({ user_id }) => user_id);
  }

  private async upsert(changed: HeldConnection[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO connection (provider_name, owner_id, user_id, open)
     SELECT provider_name, owner_id, user_id, open
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean)
     ON CONFLICT (provider_name, owner_id) DO UPDATE SET user_id = EXCLUDED.user_id, open = EXCLUDED.open`,
      [JSON.stringify(changed)],
    );
  }
}

/** Forbids or allows other plans than an index. While the table grows, wrong statistics mislead the planner of PostgreSQL. */
function byIndex(others: 'on' | 'off'): string {
  return ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET LOCAL enable_${way} = ${others}`).join('; ');
}
