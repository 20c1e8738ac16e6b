import type { EntityManager } from 'typeorm';

/** Events are judged under it, shared; states change under it, alone. ('camp') */
const lock = 0x6361_6d70;

/** Until the transaction ends no campaign starts, stops or changes. */
export async function judgeUndisturbed(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [lock]);
}

/** Until the transaction ends nobody judges; what has been judged before is committed. */
export async function stopJudging(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
}
