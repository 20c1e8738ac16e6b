import { Problem } from '@ces/contracts/problems';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { shareWithJudging, stopJudging } from '../judging/running-campaigns.js';

/** Those of the users who have been erased: what is still on its way about them is not acted upon. */
export async function erasedAmong(tx: EntityManager, userIds: string[]): Promise<Set<string>> {
  const byHash = new Map(userIds.map((userId) => [hashOf(userId).toString('hex'), userId]));
  const rows = await tx.query<{ hash: string }[]>(
    `SELECT encode(user_hash, 'hex') AS hash FROM erased_user WHERE user_hash = ANY($1::bytea[])`,
    [[...byHash.keys()].map((hash) => `\\x${hash}`)],
  );
  return new Set(rows.map((row) => byHash.get(row.hash) ?? ''));
}

/** Before anything is written about a user at a request: the user is there until the transaction ends, or there is none. */
export async function demandUser(tx: EntityManager, userId: string): Promise<void> {
  await shareWithJudging(tx);
  const erased = await erasedAmong(tx, [userId]);
  if (erased.size > 0) throw new Problem('user-not-found', 'There is no such user.');
}

/** When it is committed, nobody writes about this user any more. Only a hash is kept, and only for some days. */
export async function closeForever(tx: EntityManager, userId: string): Promise<void> {
  await stopJudging(tx);
  await tx.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [hashOf(userId)]);
}

function hashOf(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}
