import { Problem } from '@ces/contracts/problems';
import type { EntityManager } from 'typeorm';
import { Counts, nameOf, type CounterKey, type GrantsKey } from './counts.js';
import { countersOf, grantsOf, type Claim } from './settle.js';

interface CounterRow {
  campaign_id: string;
  user_id: string;
  what: string;
  used: string;
}

const columns = 'x(campaign_id uuid, user_id text, what text, forget_at timestamptz, ord integer)';

/** In earnest: the counters are locked until the transaction ends, and made where they are missing. */
export async function lockCounts(tx: EntityManager, claims: Claim[]): Promise<Counts> {
  const keys = distinctCounters(claims);
  // In one order for all, each made or locked in passing: whoever counts the same things waits, and nobody for ever.
  const rows =
    keys.length === 0
      ? []
      : await tx.query<CounterRow[]>(
          `INSERT INTO campaign_counter AS c (campaign_id, user_id, what, used, forget_at)
           SELECT campaign_id, user_id, what, 0, forget_at FROM json_to_recordset($1) AS ${columns} ORDER BY ord
           ON CONFLICT (campaign_id, user_id, what) DO UPDATE SET used = c.used
           RETURNING campaign_id, user_id, what, used`,
          [toRows(keys)],
        );
  return new Counts(toMap(rows), await readGrants(tx, claims));
}

/** For a simulation: as it stands, with nothing written and nothing locked. */
export async function readCounts(tx: EntityManager, claims: Claim[]): Promise<Counts> {
  const rows = await tx.query<CounterRow[]>(
    `SELECT c.campaign_id, c.user_id, c.what, c.used FROM campaign_counter c
       JOIN json_to_recordset($1) AS ${columns} USING (campaign_id, user_id, what)`,
    [toRows(distinctCounters(claims))],
  );
  return new Counts(toMap(rows), await readGrants(tx, claims));
}

export async function writeCounts(tx: EntityManager, claims: Claim[], counts: Counts): Promise<void> {
  const changed = distinctCounters(claims).filter(({ what }) => what !== 'rolling');
  if (changed.length === 0) return;
  await tx.query(
    `UPDATE campaign_counter c SET used = x.used
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, what text, used bigint)
      WHERE (c.campaign_id, c.user_id, c.what) = (x.campaign_id, x.user_id, x.what) AND c.used <> x.used`,
    [
      JSON.stringify(
        changed.map((key) => ({
          campaign_id: key.campaignId,
          user_id: key.userId,
          what: key.what,
          used: counts.used(key),
        })),
      ),
    ],
  );
}

/** The codes that are free, locked; nobody is waited for. By coupon, in their order. */
export async function lockCodes(tx: EntityManager, needed: Map<string, number>): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  for (const [couponId, count] of needed) {
    const rows = await tx.query<{ code: string }[]>(
      'SELECT code FROM coupon_code WHERE coupon_id = $1 AND slip_id IS NULL ORDER BY place LIMIT $2 FOR UPDATE SKIP LOCKED',
      [couponId, count],
    );
    if (rows.length < count) await demandNoneHeld(tx, couponId, rows.length);
    taken.set(
      couponId,
      rows.map((row) => row.code),
    );
  }
  return taken;
}

/** That none is left is said only when it is sure: codes that somebody else is about to take may come back. */
async function demandNoneHeld(tx: EntityManager, couponId: string, ours: number): Promise<void> {
  const rows = await tx.query<unknown[]>('SELECT FROM coupon_code WHERE coupon_id = $1 AND slip_id IS NULL LIMIT $2', [
    couponId,
    ours + 1,
  ]);
  if (rows.length > ours) throw new Problem('service-unavailable', 'The last codes are being handed out.');
}

export async function countFreeCodes(tx: EntityManager, needed: Map<string, number>): Promise<Map<string, number>> {
  const rows = await tx.query<{ coupon_id: string; free: number }[]>(
    `SELECT x.coupon_id, (SELECT count(*)::int FROM (
              SELECT FROM coupon_code WHERE coupon_id = x.coupon_id AND slip_id IS NULL LIMIT x.most) free) AS free
       FROM unnest($1::uuid[], $2::integer[]) AS x(coupon_id, most)`,
    [[...needed.keys()], [...needed.values()]],
  );
  return new Map(rows.map((row) => [row.coupon_id, row.free]));
}

async function readGrants(tx: EntityManager, claims: Claim[]): Promise<Map<string, number[]>> {
  const keys = distinctGrants(claims);
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ campaign_id: string; user_id: string; occurred_at: Date }[]>(
    `SELECT x.campaign_id, x.user_id, g.occurred_at
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, since timestamptz, most integer),
            LATERAL (SELECT occurred_at FROM campaign_grant
                      WHERE campaign_id = x.campaign_id AND (x.user_id = '' OR user_id = x.user_id)
                        AND occurred_at > x.since ORDER BY occurred_at DESC LIMIT x.most) g`,
    [
      JSON.stringify(
        keys.map(({ campaignId, userId, since, most }) => ({
          campaign_id: campaignId,
          user_id: userId,
          since: new Date(since),
          most,
        })),
      ),
    ],
  );
  const byKey = Map.groupBy(rows, (row) => `${row.campaign_id} ${row.user_id}`);
  return new Map([...byKey].map(([key, found]) => [key, found.map((row) => row.occurred_at.getTime())]));
}

function distinctCounters(claims: Claim[]): CounterKey[] {
  const keys = new Map(claims.flatMap(countersOf).map((key) => [nameOf(key), key]));
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}

/** Of several windows of one scope the longest is read, and as many grants as the largest cap needs. */
function distinctGrants(claims: Claim[]): GrantsKey[] {
  const keys = new Map<string, GrantsKey>();
  for (const key of claims.flatMap(grantsOf)) {
    const name = `${key.campaignId} ${key.userId}`;
    const other = keys.get(name);
    keys.set(
      name,
      other ? { ...key, since: Math.min(key.since, other.since), most: Math.max(key.most, other.most) } : key,
    );
  }
  return [...keys.values()];
}

function toRows(keys: CounterKey[]): string {
  return JSON.stringify(
    keys.map(({ campaignId, userId, what, forgetAt }, ord) => ({
      campaign_id: campaignId,
      user_id: userId,
      what,
      forget_at: forgetAt === null ? null : new Date(forgetAt),
      ord,
    })),
  );
}

function toMap(rows: CounterRow[]): Map<string, number> {
  return new Map(
    rows.map((row) => [
      nameOf({ campaignId: row.campaign_id, userId: row.user_id, what: row.what, forgetAt: null }),
      Number(row.used),
    ]),
  );
}
