import type { ConnectionsPage, CopiedConnection } from '@ces/contracts/identity/connection-copy';
import type { ConnectionRef } from '@ces/contracts/identity/users';
import type { EntityManager } from 'typeorm';

/** Whether it has been compared with identity as a whole. */
export async function isComplete(tx: EntityManager): Promise<boolean> {
  const [walk] = await tx.query<{ complete: boolean }[]>('SELECT complete FROM connection_walk');
  return walk?.complete ?? false;
}

export function heldBy(tx: EntityManager, userIds: string[]): Promise<CopiedConnection[]> {
  return tx.query('SELECT provider_name, owner_id, user_id, open FROM connection WHERE user_id = ANY ($1)', [userIds]);
}

/** Those that the copy has otherwise, or not at all. */
export function differing(
  tx: EntityManager,
  rows: CopiedConnection[],
): Promise<(CopiedConnection & { held_by: string | null })[]> {
  return tx.query(
    `SELECT t.provider_name, t.owner_id, t.user_id, t.open, c.user_id AS held_by
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean)
       LEFT JOIN connection c ON c.provider_name = t.provider_name AND c.owner_id = t.owner_id
      WHERE (c.user_id, c.open) IS DISTINCT FROM (t.user_id, t.open)`,
    [JSON.stringify(rows)],
  );
}

export async function write(
  tx: EntityManager,
  changed: CopiedConnection[],
  stale: CopiedConnection[],
  users: string[],
): Promise<void> {
  await tx.query(byIndex('off'));
  await tx.query(
    `DELETE FROM connection c USING json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text)
      WHERE c.provider_name = t.provider_name AND c.owner_id = t.owner_id AND c.user_id = t.user_id`,
    [JSON.stringify(stale)],
  );
  await tx.query(
    `INSERT INTO connection (provider_name, owner_id, user_id, open)
     SELECT provider_name, owner_id, user_id, open
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean)
     ON CONFLICT (provider_name, owner_id) DO UPDATE SET user_id = EXCLUDED.user_id, open = EXCLUDED.open`,
    [JSON.stringify(changed)],
  );
  await tx.query(
    `UPDATE connection c SET several = n.several
       FROM (SELECT provider_name, user_id, count(*) > 1 AS several FROM connection WHERE user_id = ANY ($1)
              GROUP BY provider_name, user_id) n
      WHERE c.user_id = n.user_id AND c.provider_name = n.provider_name AND c.several <> n.several`,
    [users],
  );
  await tx.query(byIndex('on'));
}

/** Some rows of a large table, which may be growing right now: whatever its statistics say, an index leads to them. */
function byIndex(others: 'on' | 'off'): string {
  return ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET LOCAL enable_${way} = ${others}`).join('; ');
}

/** Whose connections are ours and within the page's bounds, but not on it. */
export async function beyond(
  tx: EntityManager,
  { connections }: ConnectionsPage,
  after: ConnectionRef | null,
  last: ConnectionRef | null,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }[]>(
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
