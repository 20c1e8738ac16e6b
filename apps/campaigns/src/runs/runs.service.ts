import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { EntityManager } from 'typeorm';
import { countedBy, type Counted } from './counted.js';
import { stopJudging } from '../judging/locks.js';

interface NextRun {
  id: string;
  version: number;
  document: NewCampaign;
  /** By what ran before. */
  counted: Counted;
}

/** From now on this version judges, instead of what judged before. The last thing a change does: all others wait meanwhile. */
export async function openRun(tx: EntityManager, { id, version, document, counted }: NextRun): Promise<void> {
  await tx.query('UPDATE campaign SET counted = $2 WHERE id = $1', [id, JSON.stringify(countedBy(document, counted))]);
  const moment = await closeRun(tx, id);
  await tx.query('INSERT INTO campaign_run (campaign_id, version, from_at) VALUES ($1, $2, $3)', [id, version, moment]);
}

/**
 * From now on the campaign judges nothing. The moment is the database's, one clock for all replicas, and is taken when
 * nobody judges: what was accepted before it is judged as before, also if its turn comes only later. It is never before
 * the campaign's last: when the clock was put back, runs must not overlap.
 */
export async function closeRun(tx: EntityManager, id: string): Promise<Date> {
  await stopJudging(tx);
  const [next] = await tx.query<{ moment: Date }[]>(
    `SELECT greatest(date_trunc('milliseconds', clock_timestamp()), max(from_at), max(until_at)) AS moment
       FROM campaign_run WHERE campaign_id = $1`,
    [id],
  );
  if (!next) throw new Error('the database has no clock');
  await tx.query('UPDATE campaign_run SET until_at = $2 WHERE campaign_id = $1 AND until_at IS NULL', [
    id,
    next.moment,
  ]);
  await tx.query('UPDATE campaign_epoch SET epoch = epoch + 1');
  return next.moment;
}
