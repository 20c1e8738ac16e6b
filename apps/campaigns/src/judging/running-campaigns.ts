import type { NewCampaign } from '@ces/contracts/campaign-administration';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from './occurrence.js';
import { planOf, triggerName, type Plan } from './plan.js';

/** A stretch of time in which a version of a campaign ran. */
export interface Run {
  campaignId: string;
  name: string;
  version: number;
  from: number;
  until: number;
  segmentId: string | undefined;
  plan: Plan;
}

interface Row {
  campaign_id: string;
  name: string;
  version: number;
  from_at: Date;
  until_at: Date | null;
}

interface Version {
  campaign_id: string;
  version: number;
  document: NewCampaign;
  schema: unknown;
}

/** Events are judged under it, shared; states change under it, alone. ('camp') */
const lock = 0x6361_6d70;
/** Facts live for a day, dead letters for as long as they lie: those of a campaign that stopped longer ago find it no more. */
const rememberedDays = 30;

/**
 * What ran when, in memory. Whoever judges holds the lock until the end of the transaction: no state changes meanwhile,
 * and whoever changes one takes its moment when all who judged before are done. So a campaign that starts or stops at a
 * moment does so for exactly the events accepted from then on, as far as the clocks of the services agree.
 */
@Injectable()
export class RunningCampaigns {
  private byTrigger = new Map<string, Run[]>();
  private readonly plans = new LRUCache<string, Plan>({ max: 5_000 });
  private epoch = '0';

  /** What ran when the occurrence was accepted. Reads again what has changed; the lock is held from then on. */
  async for(tx: EntityManager, occurrences: Occurrence[]): Promise<Map<Occurrence, Run[]>> {
    const byTrigger = await this.current(tx);
    const found = new Map<Occurrence, Run[]>();
    for (const occurrence of occurrences) {
      const runs = byTrigger.get(occurrence.trigger)?.filter((run) => isMeant(run, occurrence)) ?? [];
      if (runs.length > 0) found.set(occurrence, runs);
    }
    return found;
  }

  private async current(tx: EntityManager): Promise<Map<string, Run[]>> {
    await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [lock]);
    // Not in the statement that waits: it would see the epoch from before the wait.
    const [state] = await tx.query<{ epoch: string }[]>('SELECT epoch FROM campaign_epoch');
    const epoch = state?.epoch ?? '0';
    if (epoch !== this.epoch) {
      this.byTrigger = await this.load(tx);
      this.epoch = epoch;
    }
    return this.byTrigger;
  }

  private async load(tx: EntityManager): Promise<Map<string, Run[]>> {
    const rows = await tx.query<Row[]>(
      `SELECT r.campaign_id, c.name, r.version, r.from_at, r.until_at FROM campaign_run r JOIN campaign c ON c.id = r.campaign_id
        WHERE r.until_at IS NULL OR r.until_at > now() - make_interval(days => ${rememberedDays})
        ORDER BY r.campaign_id, r.from_at`,
    );
    await this.loadPlans(tx, rows);
    const runs = rows.map((row) => this.toRun(row));
    return Map.groupBy(runs, (run) => triggerName(run.plan.document));
  }

  private async loadPlans(tx: EntityManager, rows: Row[]): Promise<void> {
    const missing = rows.filter((row) => !this.plans.has(keyOf(row)));
    if (missing.length === 0) return;
    const versions = await tx.query<Version[]>(
      `SELECT campaign_id, version, document, schema FROM campaign_version
        WHERE (campaign_id, version) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`,
      [missing.map((row) => row.campaign_id), missing.map((row) => row.version)],
    );
    for (const version of versions) this.plans.set(keyOf(version), planOf(version.document, version.schema));
  }

  private toRun(row: Row): Run {
    const plan = this.plans.get(keyOf(row));
    if (!plan) throw new Error(`version ${row.version} of campaign ${row.campaign_id} is missing`);
    return {
      campaignId: row.campaign_id,
      name: row.name,
      version: row.version,
      from: row.from_at.getTime(),
      until: row.until_at?.getTime() ?? Number.POSITIVE_INFINITY,
      segmentId: plan.document.trigger.segment_id,
      plan,
    };
  }
}

function isMeant(run: Run, { at, data }: Occurrence): boolean {
  if (at < run.from || at >= run.until) return false;
  return run.segmentId === undefined || (data as { segment_id?: unknown }).segment_id === run.segmentId;
}

function keyOf({ campaign_id, version }: { campaign_id: string; version: number }): string {
  return `${campaign_id} ${version}`;
}

/** Until the transaction ends nobody judges; what has been judged before is committed. */
export async function stopJudging(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [lock]);
}

/** For those who write about users beside judging: an erasure lets them finish, or they find the user gone. */
export async function shareWithJudging(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [lock]);
}
