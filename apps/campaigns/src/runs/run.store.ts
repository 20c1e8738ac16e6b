import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { countedBy, type Counted } from './counted.js';
import { inTurns } from './in-turns.js';
import type { Occurrence } from './occurrence.js';
import { planFor, type Plan } from './plan.js';

/** A stretch of time in which a version of a campaign ran. */
export interface Run {
  campaignId: string;
  name: string;
  version: number;
  from: number;
  until: number;
  segmentId: string | undefined;
  plan: Plan;
  counted: Counted;
}

/** By campaign and version. */
export type Plans = ReadonlyMap<string, Plan>;

interface Row {
  campaign_id: string;
  name: string;
  version: number;
  from_at: Date;
  until_at: Date | null;
  counted: Counted;
}

interface Version {
  campaign_id: string;
  version: number;
  document: NewCampaign;
  schema: unknown;
}

const select = `
  SELECT r.campaign_id, c.name, r.version, r.from_at, r.until_at, c.counted
    FROM campaign_run r JOIN campaign c ON c.id = r.campaign_id`;
const inOrder = 'ORDER BY r.campaign_id, r.from_at';

const logger = new Logger('Campaigns');

/** What runs, and what has stopped within so many days. Plans that are known already are taken over. */
export async function recentRuns(
  tx: EntityManager,
  days: number,
  known: Plans,
): Promise<{ runs: Run[]; plans: Plans }> {
  const rows = await tx.query<Row[]>(
    `${select} WHERE r.until_at IS NULL OR r.until_at > now() - make_interval(days => $1) ${inOrder}`,
    [days],
  );
  return runsOf(tx, rows, known);
}

/** What ran at the time of these occurrences, however long ago that was. */
export async function runsAt(tx: EntityManager, occurrences: Occurrence[]): Promise<Run[]> {
  if (occurrences.length === 0) return [];
  const moments = occurrences.map(({ at }) => at);
  const rows = await tx.query<Row[]>(
    `${select} JOIN campaign_version v ON (v.campaign_id, v.version) = (r.campaign_id, r.version)
      WHERE r.from_at <= $2 AND (r.until_at IS NULL OR r.until_at > $1)
        AND coalesce('lifecycle ' || (v.document->'trigger'->>'lifecycle'), 'event ' || (v.document->'trigger'->>'event_name'))
            = ANY($3::text[]) ${inOrder}`,
    [new Date(Math.min(...moments)), new Date(Math.max(...moments)), occurrences.map(({ trigger }) => trigger)],
  );
  return (await runsOf(tx, rows, new Map())).runs;
}

async function runsOf(tx: EntityManager, rows: Row[], known: Plans): Promise<{ runs: Run[]; plans: Plans }> {
  const missing = rows.filter((row) => !known.has(keyOf(row)));
  const versions =
    missing.length === 0
      ? []
      : await tx.query<Version[]>(
          `SELECT campaign_id, version, document, schema FROM campaign_version
            WHERE (campaign_id, version) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`,
          [missing.map((row) => row.campaign_id), missing.map((row) => row.version)],
        );
  const made = new Map(await inTurns(versions, (version) => [keyOf(version), planOfVersion(version)] as const));
  const plans = new Map<string, Plan>();
  const runs = rows.map((row) => {
    const plan = known.get(keyOf(row)) ?? made.get(keyOf(row));
    if (!plan) throw new Error(`version ${row.version} of campaign ${row.campaign_id} is missing`);
    plans.set(keyOf(row), plan);
    return toRun(row, plan);
  });
  return { runs, plans };
}

function planOfVersion({ campaign_id, version, document, schema }: Version): Plan {
  const plan = planFor(document, schema);
  if (plan.fault !== undefined) logger.error({ campaign_id, version }, plan.fault);
  return plan;
}

function toRun(row: Row, plan: Plan): Run {
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

function keyOf({ campaign_id, version }: { campaign_id: string; version: number }): string {
  return `${campaign_id} ${version}`;
}
