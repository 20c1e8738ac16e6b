import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recentRuns, runsAt, type Plans, type Run } from './run.store.js';
import { judgeUndisturbed } from '../judging/locks.js';
import type { Occurrence } from './occurrence.js';
import { triggerName } from './plan.js';

/** Facts live for a day. What comes later was a dead letter, or waited for long: for that the tables are read. */
const rememberedDays = 3;
const dayMs = 86_400_000;

interface Loaded {
  epoch: string;
  byTrigger: Map<string, Run[]>;
  plans: Plans;
}

export interface Found {
  /** It changes with every change of what runs. */
  epoch: string;
  runs: Map<Occurrence, Run[]>;
}

/**
 * What ran when, in memory. Whoever judges in earnest holds the lock until the end of the transaction: no state changes
 * meanwhile, and whoever changes one takes its moment when all who judged before are done. So a campaign that starts or
 * stops at a moment does so for exactly the events accepted from then on, as far as the clocks of the services agree.
 */
@Injectable()
export class RunningCampaigns {
  private current: Loaded = { epoch: '0', byTrigger: new Map(), plans: new Map() };
  private refreshing: Promise<Loaded> | undefined;

  constructor(private readonly database: DataSource) {}

  /** What ran when the occurrences were accepted, as far as is known now: nothing is locked, and it may change. */
  async for(occurrences: Occurrence[]): Promise<Found> {
    const { manager } = this.database;
    this.refreshing ??= this.refresh(manager).finally(() => {
      this.refreshing = undefined;
    });
    return find(manager, await this.refreshing, occurrences);
  }

  /** The same for good: from now on it stays so until the transaction ends. */
  async forGood(tx: EntityManager, occurrences: Occurrence[]): Promise<Found> {
    await judgeUndisturbed(tx);
    return find(tx, await this.refresh(tx), occurrences);
  }

  private async refresh(tx: EntityManager): Promise<Loaded> {
    const [state] = await tx.query<{ epoch: string }[]>('SELECT epoch FROM campaign_epoch');
    const epoch = state?.epoch ?? '0';
    if (epoch === this.current.epoch) return this.current;
    const { runs, plans } = await recentRuns(tx, rememberedDays, this.current.plans);
    const loaded = { epoch, plans, byTrigger: Map.groupBy(runs, (run) => triggerName(run.plan.document)) };
    if (BigInt(epoch) > BigInt(this.current.epoch)) this.current = loaded;
    return loaded;
  }
}

async function find(tx: EntityManager, { epoch, byTrigger }: Loaded, occurrences: Occurrence[]): Promise<Found> {
  const oldest = Date.now() - (rememberedDays - 1) * dayMs;
  const old = await runsAt(
    tx,
    occurrences.filter(({ at }) => at < oldest),
  );
  const runs = new Map<Occurrence, Run[]>();
  for (const occurrence of occurrences) {
    const { at, trigger } = occurrence;
    const candidates =
      at < oldest ? old.filter((run) => triggerName(run.plan.document) === trigger) : byTrigger.get(trigger);
    const meant = (candidates ?? []).filter((run) => isMeant(run, occurrence));
    if (meant.length > 0) runs.set(occurrence, onePerCampaign(meant));
  }
  return { epoch, runs };
}

function isMeant(run: Run, occurrence: Occurrence): boolean {
  if (occurrence.at < run.from || occurrence.at >= run.until) return false;
  return run.segmentId === undefined || (occurrence.data as { segment_id?: unknown }).segment_id === run.segmentId;
}

/** Runs of a campaign never overlap, unless somebody has been at the tables: then the later one counts. */
function onePerCampaign(runs: Run[]): Run[] {
  return [...new Map(runs.map((run) => [run.campaignId, run])).values()];
}
