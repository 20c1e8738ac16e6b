import type { EntityManager } from 'typeorm';
import { nameOf, type CounterKey } from './counts.js';
import type { Span } from './windows.js';

/** What counters would say if they had been there from the beginning. */
export async function countGrants(tx: EntityManager, keys: CounterKey[]): Promise<Map<string, number>> {
  const [ofCampaigns, ofUsers] = [
    keys.filter(({ userId }) => userId === ''),
    keys.filter(({ userId }) => userId !== ''),
  ];
  const sum = `CASE x.what WHEN 'budget coupons' THEN sum(g.coupons) WHEN 'budget points' THEN sum(g.points) ELSE count(*) END`;
  return new Map([
    ...(await countWhere(tx, ofCampaigns, sum, '')),
    ...(await countWhere(tx, ofUsers, 'count(*)', 'AND g.user_id = x.user_id')),
  ]);
}

async function countWhere(
  tx: EntityManager,
  keys: CounterKey[],
  sum: string,
  ofUser: string,
): Promise<[string, number][]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ used: string | null }[]>(
    `SELECT (SELECT ${sum} FROM campaign_grant g
              WHERE g.campaign_id = x.campaign_id ${ofUser} AND g.occurred_at >= x.since AND g.occurred_at < x.until) AS used
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, what text, since timestamptz, until timestamptz,
            ord integer) ORDER BY x.ord`,
    [toRows(keys)],
  );
  return keys.map((key, index) => [nameOf(key), Number(rows[index]?.used ?? 0)]);
}

function toRows(keys: CounterKey[]): string {
  // Many users share a window: where it begins is looked for once.
  const spans = new Map<string, Span>();
  const rows = keys.map(({ campaignId, userId, what, span }, ord) => {
    const { from, until } = spans.get(what) ?? span();
    spans.set(what, { from, until });
    return { campaign_id: campaignId, user_id: userId, what, since: moment(from), until: moment(until), ord };
  });
  return JSON.stringify(rows);
}

function moment(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? '-infinity' : 'infinity';
}
