import type { EntityManager } from 'typeorm';
import { tableOf } from '../files/file-table.js';

/** A segment's file that is in force. */
export interface FileInForce {
  segment_id: string;
  file_id: string;
  provider_name: string;
}

export interface Membership {
  user_id: string;
  segment_id: string;
}

/** So many files are asked by one statement. */
const atOnce = 100;

export function filesInForce(tx: EntityManager, segmentIds?: string[]): Promise<FileInForce[]> {
  return tx.query(
    `SELECT s.id AS segment_id, f.id AS file_id, f.provider_name FROM segment s JOIN file f ON f.id = s.file_in_force
      WHERE $1::uuid[] IS NULL OR s.id = ANY ($1) ORDER BY s.id`,
    [segmentIds ?? null],
  );
}

/** Who of these users is in which segment: nowhere written down, it follows from the connections and the files. */
export async function membershipsOf(tx: EntityManager, files: FileInForce[], userIds: string[]): Promise<Membership[]> {
  const found: Membership[] = [];
  for (let start = 0; start < files.length && userIds.length > 0; start += atOnce) {
    const some = files.slice(start, start + atOnce);
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
