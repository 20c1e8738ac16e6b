import { Problem } from '@ces/contracts/problems';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

interface ClosedAt {
  state: 'closed' | 'restored';
  at: string;
}

/** Users whose hash begins alike share a lock: those who write about a user hold it shared, an erasure alone. ('user') */
const locks = 0x7573_6572;
const buckets = 64;

/**
 * Those of the users who have been erased, or whose account is closed: what is still on its way about them is not acted
 * upon. The others cannot be closed or erased before this transaction ends.
 */
export async function goneAmong(tx: EntityManager, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  await tx.query('SELECT pg_advisory_xact_lock_shared($1, bucket) FROM unnest($2::integer[]) AS bucket', [
    locks,
    [...new Set(userIds.map(bucketOf))],
  ]);
  // Not in the statement that waits: it would not see what was committed meanwhile.
  return knownGone(tx, userIds);
}

/** The same without a lock: others may be closed or erased at any moment. */
export async function knownGone(tx: EntityManager, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const byHash = new Map(userIds.map((userId) => [hashOf(userId).toString('hex'), userId]));
  const rows = await tx.query<{ hash: string }[]>(
    `SELECT encode(user_hash, 'hex') AS hash FROM erased_user WHERE user_hash = ANY($1::bytea[]) UNION ALL
     SELECT encode(user_hash, 'hex') FROM closed_user WHERE user_hash = ANY($1::bytea[]) AND closed`,
    [[...byHash.keys()].map((hash) => `\\x${hash}`)],
  );
  return new Set(rows.map((row) => byHash.get(row.hash) ?? ''));
}

/** Before anything is written about a user at a request. */
export async function demandUser(tx: EntityManager, userId: string): Promise<void> {
  const gone = await goneAmong(tx, [userId]);
  if (gone.size > 0) throw new Problem('user-not-found', 'There is no such user.');
}

/** What failed while its user was being erased has become a dead letter afterwards. */
export async function dropDeadLetters(tx: EntityManager): Promise<void> {
  // In text that clients sent, which is a string inside of the payload, the quotes would be escaped.
  await tx.query(
    `DELETE FROM dead_letter
      WHERE sha256(convert_to(substring(payload from '"user_id":"([A-Za-z0-9]+)"'), 'UTF8'))
            IN (SELECT user_hash FROM erased_user)`,
  );
}

/** When it is committed, nobody writes about this user any more. Only a hash is kept, and only for some days. */
export async function closeForever(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [locks, bucketOf(userId)]);
  await tx.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [hashOf(userId)]);
  await tx.query('DELETE FROM closed_user WHERE user_hash = $1', [hashOf(userId)]);
}

/** What is still on its way about a closed account is not acted upon; it may be restored. Of two facts the later one counts. */
export async function noteClosing(tx: EntityManager, userId: string, closed: ClosedAt): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [locks, bucketOf(userId)]);
  await tx.query(
    `INSERT INTO closed_user (user_hash, closed, at) SELECT $1, $2, $3
     WHERE NOT EXISTS (SELECT FROM erased_user WHERE user_hash = $1) ON CONFLICT (user_hash)
     DO UPDATE SET closed = EXCLUDED.closed, at = EXCLUDED.at WHERE closed_user.at <= EXCLUDED.at`,
    [hashOf(userId), closed.state === 'closed', closed.at],
  );
}

function bucketOf(userId: string): number {
  return (hashOf(userId)[0] ?? 0) % buckets;
}

function hashOf(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}
