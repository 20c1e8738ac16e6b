import type { ConnectionRef } from '@ces/contracts/identity/users';
import type { EntityManager } from 'typeorm';
import { tableOf } from './file-table.js';

/** A segment's file that is in force. */
export interface FileInForce {
  segment_id: string;
  file_id: string;
  provider_name: string;
}

/** So many files are asked by one statement. */
export const filesAtOnce = 100;

export function filesInForce(tx: EntityManager, segmentIds: string[]): Promise<FileInForce[]> {
  return tx.query(
    `SELECT segment_id, id AS file_id, provider_name FROM file
      WHERE state = 'in-force' AND segment_id = ANY ($1) ORDER BY segment_id`,
    [segmentIds],
  );
}

/** Files in force that hold one of these owners: only their members can change when an owner's connection does. */
export async function filesNaming(tx: EntityManager, owners: ConnectionRef[]): Promise<FileInForce[]> {
  const found: FileInForce[] = [];
  for (const [provider, theirs] of Map.groupBy(owners, (owner) => owner.provider_name)) {
    const files = await tx.query<FileInForce[]>(
      `SELECT segment_id, id AS file_id, provider_name FROM file
        WHERE state = 'in-force' AND provider_name = $1 ORDER BY segment_id`,
      [provider],
    );
    const identifiers = [...new Set(theirs.map((owner) => owner.owner_id))];
    for (let start = 0; start < files.length; start += filesAtOnce) {
      found.push(...(await thoseNaming(tx, files.slice(start, start + filesAtOnce), identifiers)));
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
