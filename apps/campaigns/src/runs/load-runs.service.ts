import { Injectable, Logger } from '@nestjs/common';
import { countedBy } from './counted-limits.js';
import { inTurns } from './in-turns.js';
import type { Occurrence } from './occurrence.js';
import { planFor, type Plan } from './plan.js';
import { RunStore, type RunRow, type VersionRow } from './run.store.js';
import type { Run } from './run.js';

export type Plans = ReadonlyMap<string, Plan>;

interface LoadedRuns {
  runs: Run[];
  plans: Plans;
}

@Injectable()
export class LoadRunsService {
  private readonly logger = new Logger('Runs');

  constructor(private readonly store: RunStore) {}

  /** Known plans are kept. */
  async recent(days: number, known: Plans): Promise<LoadedRuns> {
    return this.load(await this.store.findRecent(days), known);
  }

  /** The runs at the time of these occurrences, however long ago that was. */
  async at(occurrences: Occurrence[]): Promise<Run[]> {
    if (occurrences.length === 0) return [];
    const moments = occurrences.map(({ at }) => at);
    const rows = await this.store.findOverlapping({
      from: new Date(Math.min(...moments)),
      until: new Date(Math.max(...moments)),
      triggers: occurrences.map(({ trigger }) => trigger),
    });
    return (await this.load(rows, new Map())).runs;
  }

  private async load(rows: RunRow[], known: Plans): Promise<LoadedRuns> {
    const missing = rows.filter((row) => !known.has(versionKey(row)));
    const versions = missing.length === 0 ? [] : await this.store.findVersions(missing);
    const made = new Map(await inTurns(versions, (row) => [versionKey(row), this.planOf(row)] as const));
    const plans = new Map<string, Plan>();
    const runs = rows.map((row) => {
      const plan = known.get(versionKey(row)) ?? made.get(versionKey(row));
      if (!plan) throw new Error(`version ${row.version} of campaign ${row.campaign_id} is missing`);
      plans.set(versionKey(row), plan);
      return toRun(row, plan);
    });
    return { runs, plans };
  }

  private planOf({ campaign_id, version, document, schema }: VersionRow): Plan {
    const plan = planFor(document, schema);
    if (plan.fault !== undefined) this.logger.error({ campaign_id, version }, plan.fault);
    return plan;
  }
}

function toRun(row: RunRow, plan: Plan): Run {
  return {
    campaignId: row.campaign_id,
    name: row.name,
    version: row.version,
    from: row.from_at.getTime(),
    until: row.until_at?.getTime() ?? Number.POSITIVE_INFINITY,
    segmentId: plan.document.trigger.segment_id,
    plan,
    counted: countedBy(plan.document, row.counted),
  };
}

function versionKey({ campaign_id, version }: Pick<RunRow, 'campaign_id' | 'version'>): string {
  return `${campaign_id} ${version}`;
}
