import type { EntityManager } from 'typeorm';
import { stopJudging } from '../judging/locks.js';

/** From now on this version judges, instead of what judged before. The last thing a change does: all others wait meanwhile. */
export async function openRun(tx: EntityManager, id: string, version: number): Promise<void> {
  const moment = await closeRun(tx, id);
  await tx.query('INSERT INTO campaign_run (campaign_id, version, from_at) VALUES ($1, $2, $3)', [id, version, moment]);
}

/**
 * From now on the campaign judges nothing. The moment is the database's, one clock for all replicas, and is taken when
 * nobody judges: what was accepted before it is judged as before, also if its turn comes only later.
 */
export async function closeRun(tx: EntityManager, id: string): Promise<Date> {
  await stopJudging(tx);
  const [now] = await tx.query<{ moment: Date }[]>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS moment`);
  if (!now) throw new Error('the database has no clock');
  await tx.query(
    'UPDATE campaign_run SET until_at = greatest(from_at, $2) WHERE campaign_id = $1 AND until_at IS NULL',
    [id, now.moment],
  );
  await tx.query('UPDATE campaign_epoch SET epoch = epoch + 1');
  return now.moment;
}
