import type { ConnectionRef } from '@ces/contracts/users';
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

export function filesInForce(tx: EntityManager, segmentIds: string[]): Promise<FileInForce[]> {
  return tx.query(
    `SELECT s.id AS segment_id, f.id AS file_id, f.provider_name FROM segment s JOIN file f ON f.id = s.file_in_force
      WHERE s.id = ANY ($1) ORDER BY s.id`,
    [segmentIds],
  );
}

/** Files in force that hold one of these owners: only their members can change when an owner's connection does. */
export async function filesNaming(tx: EntityManager, owners: ConnectionRef[]): Promise<FileInForce[]> {
  const found: FileInForce[] = [];
  for (const [provider, theirs] of Map.groupBy(owners, (owner) => owner.provider_name)) {
    const files = await tx.query<FileInForce[]>(
      `SELECT s.id AS segment_id, f.id AS file_id, f.provider_name FROM segment s JOIN file f ON f.id = s.file_in_force
        WHERE f.provider_name = $1 ORDER BY s.id`,
      [provider],
    );
    const identifiers = [...new Set(theirs.map((owner) => owner.owner_id))];
    for (let start = 0; start < files.length; start += atOnce) {
      found.push(...(await thoseNaming(tx, files.slice(start, start + atOnce), identifiers)));
    }
  }
  return found;
}

async function thoseNaming(tx: EntityManager, files: FileInForce[], identifiers: string[]): Promise<FileInForce[]> {
  const each = files.map(
    ({ file_id }, place) =>
      `SELECT ${place} AS place WHERE EXISTS (SELECT FROM ${tableOf(file_id)} WHERE identifier = ANY ($1))`,
  );
  const naming = await tx.query<{ place: number }[]>(each.join(' UNION ALL '), [identifiers]);
  const places = new Set(naming.map(({ place }) => place));
  return files.filter((_file, place) => places.has(place));
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
