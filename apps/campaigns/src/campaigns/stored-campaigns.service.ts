import type {
  Campaign,
  CampaignState,
  CampaignUse,
  NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { Problem } from '@ces/contracts/problems';
import { timestamp } from '@ces/service/database/timestamp';
import { isUuid } from '@ces/service/database/uuid';
import type { EntityManager } from 'typeorm';
import { tallySql } from '../tallies/tally.store.js';
import type { Counted } from '../runs/counted.js';
import type { CheckedCampaign } from './check/check-campaign.service.js';

export interface StoredCampaign extends CheckedCampaign {
  id: string;
  name: string;
  state: CampaignState;
  version: number;
  created_at: Date;
  updated_at: Date;
  counted: Counted;
  used: CampaignUse;
}

const select = `
  SELECT c.id, c.name, c.state, c.version, c.created_at, c.updated_at, c.counted, v.document, v.event_version, v.schema,
         json_build_object('grants', ${tallySql('c.id', 'grants')}, 'coupons', ${tallySql('c.id', 'coupons')},
                           'points', ${tallySql('c.id', 'points')}) AS used
    FROM campaign c JOIN campaign_version v ON (v.campaign_id, v.version) = (c.id, c.version)`;

export async function findCampaign(tx: EntityManager, id: string): Promise<StoredCampaign> {
  const [row] = isUuid(id) ? await tx.query<StoredCampaign[]>(`${select} WHERE c.id = $1`, [id]) : [];
  if (!row) throw campaignNotFound();
  return row;
}

/** The newest first, those below `before`. */
export function newestCampaigns(tx: EntityManager, before: string | null, limit: number): Promise<StoredCampaign[]> {
  return tx.query(`${select} WHERE $1::uuid IS NULL OR c.id < $1 ORDER BY c.id DESC LIMIT $2`, [before, limit]);
}

/** Changes of one campaign, and what it registers elsewhere, come one after the other; none waits long with a connection. */
export async function lockCampaign(tx: EntityManager, id: string): Promise<void> {
  if (!isUuid(id)) throw campaignNotFound();
  await tx.query(`SET LOCAL lock_timeout = '5s'`);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(id)]).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
    throw new Problem('service-unavailable', 'The campaign is being changed by others.', { retry_after: 1 });
  });
  await tx.query('SET LOCAL lock_timeout = DEFAULT');
}

/** Whether nobody else changes it: then nobody does until the transaction ends. */
export async function lockCampaignIfFree(tx: EntityManager, id: string): Promise<boolean> {
  const [lock] = await tx.query<{ free: boolean }[]>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free`,
    [lockName(id)],
  );
  return lock?.free ?? false;
}

function lockName(id: string): string {
  return `campaign ${id.toLowerCase()}`;
}

function isLockTimeout(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === '55P03';
}

/** What it is then; the answer is not read anew, because what counts grants must not run while all judging waits. */
export async function changeCampaign(
  tx: EntityManager,
  campaign: StoredCampaign,
  change: Partial<Pick<StoredCampaign, 'state' | 'version' | 'document'>>,
): Promise<StoredCampaign> {
  const changed = { ...campaign, ...change };
  const { name } = changed.document;
  const [[row]] = await tx.query<[{ updated_at: Date }[], number]>(
    `UPDATE campaign SET name = $2, state = $3, version = $4, updated_at = now() WHERE id = $1 RETURNING updated_at`,
    [campaign.id, name, changed.state, changed.version],
  );
  return { ...changed, name, updated_at: row?.updated_at ?? campaign.updated_at };
}

export async function insertVersion(
  tx: EntityManager,
  id: string,
  version: number,
  { document, event_version, schema }: CheckedCampaign,
): Promise<void> {
  await tx.query(
    `INSERT INTO campaign_version (campaign_id, version, document, event_version, schema, created_at)
     VALUES ($1, $2, $3, $4, $5, now())`,
    [id, version, JSON.stringify(document), event_version, schema === null ? null : JSON.stringify(schema)],
  );
}

export function toCampaign(row: StoredCampaign): Campaign {
  const { id, state, version, used, document } = row;
  return {
    id,
    version,
    state,
    ...filled(document),
    used,
    created: timestamp(row.created_at),
    updated: timestamp(row.updated_at),
  };
}

/** Every field is there, also those that were not given. */
function filled({ name, trigger, effects, ...given }: NewCampaign) {
  const { starts_at = null, ends_at = null, condition = null, caps = [], budget = null } = given;
  const { include_segments = [], exclude_segments = [], require_optins = [], card_tiers = [] } = given.audience ?? {};
  const audience = { include_segments, exclude_segments, require_optins, card_tiers };
  return { name, starts_at, ends_at, trigger, audience, condition, effects, caps, budget };
}

function campaignNotFound(): Problem {
  return new Problem('campaign-not-found', 'There is no campaign of this id.');
}
