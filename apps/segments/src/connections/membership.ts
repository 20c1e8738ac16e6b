import type { EntityManager } from 'typeorm';
import { tableOf } from '../files/file-table.js';
import { filesAtOnce, type FileInForce } from '../files/files-in-force.js';

export interface Membership {
  user_id: string;
  segment_id: string;
}

/** Who of these users is in which segment: nowhere written down, it follows from the connections and the files. */
export async function membershipsOf(tx: EntityManager, files: FileInForce[], userIds: string[]): Promise<Membership[]> {
  const found: Membership[] = [];
  for (let start = 0; start < files.length && userIds.length > 0; start += filesAtOnce) {
    const some = files.slice(start, start + filesAtOnce);
    const each = some.map(
      ({ file_id }, index) =>
        `SELECT DISTINCT c.user_id, $${index * 2 + 2}::text AS segment_id
           FROM connection c JOIN ${tableOf(file_id)} f ON f.identifier = c.owner_id
          WHERE c.provider_name = $${index * 2 + 3} AND c.open AND c.user_id = ANY ($1)`,
    );
    const values = some.flatMap(({ segment_id, provider_name }) => [segment_id, provider_name]);
    found.push(...(await tx.query<Membership[]>(each.join(' UNION ALL '), [userIds, ...values])));
  }
  return found;
}

/** Distinct users of a file: all who have one connection there, and each of the others once. */
export async function countMembers(tx: EntityManager, fileId: string, provider: string): Promise<number> {
  const [counted] = await tx.query<{ n: string }[]>(
    `SELECT (SELECT count(*) FROM connection c JOIN ${tableOf(fileId)} f ON f.identifier = c.owner_id
              WHERE c.provider_name = $1 AND c.open AND NOT c.several)
          + (SELECT count(DISTINCT c.user_id) FROM connection c JOIN ${tableOf(fileId)} f ON f.identifier = c.owner_id
              WHERE c.provider_name = $1 AND c.open AND c.several) AS n`,
    [provider],
  );
  return Number(counted?.n);
}
