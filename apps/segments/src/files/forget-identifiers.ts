import type { ConnectionRef } from '@ces/contracts/identity/users';
import type { EntityManager } from 'typeorm';
import { tableOf } from './file-table.js';
import type { WaitingFile } from './waiting-file.js';

interface ErasableFile {
  id: string;
  /** None on the way in. */
  provider_name: string | null;
  in_force: boolean;
}

/** No file may be unknown for longer: its first part commits before. */
const firstPart = '1 minute';

/**
 * Of owners who are erased, under the lock of the connections: out of every file there is. Parts that are on their way in
 * cannot be seen from here. For their sake a digest of each is kept until all files are through that came before.
 *
 * `leave` has the owners' users leave segments. Files without an index, or to which one is just given, come before it: the
 * segments must not be locked so long. Those in force come after it, because they say who leaves what.
 */
export async function forgetIdentifiers(
  tx: EntityManager,
  owners: ConnectionRef[],
  leave: () => Promise<void>,
): Promise<void> {
  if (owners.length === 0) return leave();
  const files = await tx.query<ErasableFile[]>(
    `SELECT id, provider_name, state = 'in-force' AS in_force FROM file ORDER BY id FOR KEY SHARE`,
  );
  for (const file of files) if (!file.in_force) await forgetIn(tx, file, owners);
  await leave();
  for (const file of files) if (file.in_force) await forgetIn(tx, file, owners);
  // Afterwards, and by the clock: a file that could not be seen has begun before.
  await tx.query(
    `INSERT INTO erased_owner (provider_name, digest)
     SELECT provider_name, sha256(convert_to(owner_id, 'UTF8'))
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text)`,
    [JSON.stringify(owners)],
  );
}

async function forgetIn(tx: EntityManager, file: ErasableFile, owners: ConnectionRef[]): Promise<void> {
  const { id, provider_name } = file;
  const theirs = owners.filter((owner) => provider_name === null || owner.provider_name === provider_name);
  if (theirs.length === 0) return;
  await tx.query(`DELETE FROM ${tableOf(id)} WHERE identifier = ANY ($1)`, [theirs.map(({ owner_id }) => owner_id)]);
}

/** What those erasures left in a file that is complete, after the last one that it has followed. Returns the last one now. */
export async function forgetErased(tx: EntityManager, file: WaitingFile, followed = '0'): Promise<string> {
  const erased = await tx.query<{ id: string; digest: Buffer }[]>(
    `SELECT e.id, e.digest FROM erased_owner e JOIN file f ON f.id = $1 AND f.created_at <= e.erased_at
      WHERE e.provider_name = $2 AND e.id > $3 ORDER BY e.id`,
    [file.id, file.provider_name, followed],
  );
  const last = erased.at(-1);
  if (!last) return followed;
  await tx.query(`DELETE FROM ${tableOf(file.id)} WHERE sha256(convert_to(identifier, 'UTF8')) = ANY ($1::bytea[])`, [
    erased.map(({ digest }) => digest),
  ]);
  return last.id;
}

/** Digests that no file can need any more. */
export async function forgetDigests(tx: EntityManager): Promise<void> {
  await tx.query(
    `DELETE FROM erased_owner e WHERE erased_at < now() - $1::interval AND NOT EXISTS (
       SELECT FROM file WHERE state IN ('uploading', 'waiting') AND created_at <= e.erased_at)`,
    [firstPart],
  );
}
