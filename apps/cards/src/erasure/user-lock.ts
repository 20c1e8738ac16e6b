import { Problem } from '@ces/contracts/problems';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends nobody else writes about this user. Whoever writes takes it first, before any card: changes
 * of one user come one after the other, and nothing is written about a user who has been erased in the meantime.
 */
export async function lockUser(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`user ${userId}`]);
  const erased = await tx.query<unknown[]>('SELECT 1 FROM erased_user WHERE user_hash = $1', [hashOf(userId)]);
  if (erased.length > 0) throw new Problem('user-not-found', 'There is no such user.');
}

export async function closeForever(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`user ${userId}`]);
  await tx.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [hashOf(userId)]);
}

/** What is kept of a user where no trace of the user may stay. */
export function hashOf(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}
