import type { EntityManager } from 'typeorm';
import { countGrants } from './count.store.js';
import { Counts, nameOf, type CounterKey, type Rolling, type RollingKey } from './counts.js';
import { countersOf, rollingOf, type Claim } from './decide.js';

interface CounterRow {
  campaign_id: string;
  user_id: string;
  what: string;
  used: string;
}

/** Stands in a counter that was only just made, until it is written. */
const notCounted = -1;

const columns = 'x(campaign_id uuid, user_id text, what text, forget_at timestamptz, ord integer)';

/**
 * In earnest: the counters are locked until the transaction ends, and made where they are missing. Those that are made
 * begin with what was granted before: a version may count what others did not.
 */
export async function lockCounts(tx: EntityManager, claims: Claim[]): Promise<Counts> {
  const keys = distinctCounters(claims);
  // In one order for all, each made or locked in passing: whoever counts the same things waits, and nobody for ever.
  const rows =
    keys.length === 0
      ? []
      : await tx.query<CounterRow[]>(
          `INSERT INTO campaign_counter AS c (campaign_id, user_id, what, used, forget_at)
           SELECT campaign_id, user_id, what, ${notCounted}, forget_at FROM json_to_recordset($1) AS ${columns} ORDER BY ord
           ON CONFLICT (campaign_id, user_id, what) DO UPDATE SET used = c.used
           RETURNING campaign_id, user_id, what, used`,
          [toRows(keys)],
        );
  return countsOf(tx, claims, rows);
}

/** For a simulation: as it stands, with nothing written and nothing locked. */
export async function readCounts(tx: EntityManager, claims: Claim[]): Promise<Counts> {
  const rows = await tx.query<CounterRow[]>(
    `SELECT c.campaign_id, c.user_id, c.what, c.used FROM campaign_counter c
       JOIN json_to_recordset($1) AS ${columns} USING (campaign_id, user_id, what)`,
    [toRows(distinctCounters(claims))],
  );
  return countsOf(tx, claims, rows);
}

async function countsOf(tx: EntityManager, claims: Claim[], rows: CounterRow[]): Promise<Counts> {
  const known = toMap(rows.filter(({ used }) => Number(used) !== notCounted));
  const missing = distinctCounters(claims).filter((key) => key.what !== 'rolling' && !known.has(nameOf(key)));
  const counted = await countGrants(tx, missing);
  return new Counts(new Map([...known, ...counted]), await readRolling(tx, claims));
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

/** Each by the index of its scope: a user's grants are few, and of a campaign's most are only counted. */
async function readRolling(tx: EntityManager, claims: Claim[]): Promise<Map<string, Rolling[]>> {
  const keys = distinctRolling(claims);
  const [ofCampaigns, ofUsers] = [
    keys.filter(({ userId }) => userId === ''),
    keys.filter(({ userId }) => userId !== ''),
  ];
  const rows = [
    ...(await readRollingWhere(tx, ofCampaigns, '')),
    ...(await readRollingWhere(tx, ofUsers, 'AND g.user_id = x.user_id')),
  ];
  return Map.groupBy(rows, ({ name }) => name);
}

async function readRollingWhere(tx: EntityManager, keys: RollingSpan[], ofUser: string) {
  if (keys.length === 0) return [];
  const grants = `FROM campaign_grant g WHERE g.campaign_id = x.campaign_id ${ofUser}`;
  const rows = await tx.query<{ newer: number; moments: Date[] }[]>(
    `SELECT (SELECT count(*)::int FROM (SELECT ${grants} AND g.occurred_at > x.until LIMIT x.most) AS found) AS newer,
            ARRAY(SELECT g.occurred_at ${grants} AND g.occurred_at > x.since AND g.occurred_at <= x.until
                   ORDER BY g.occurred_at DESC LIMIT x.most) AS moments
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, since timestamptz, until timestamptz, most integer,
            ord integer) ORDER BY x.ord`,
    [
      JSON.stringify(
        keys.map(({ campaignId, userId, since, until, most }, ord) => ({
          campaign_id: campaignId,
          user_id: userId,
          since: new Date(since),
          until: new Date(until),
          most,
          ord,
        })),
      ),
    ],
  );
  return rows.map(({ newer, moments }, index) => {
    const { campaignId = '', userId = '', seconds = 0 } = keys[index] ?? {};
    return { name: `${campaignId} ${userId}`, seconds, newer, moments: moments.map((each) => each.getTime()) };
  });
}

function distinctCounters(claims: Claim[]): CounterKey[] {
  const keys = new Map(claims.flatMap(countersOf).map((key) => [nameOf(key), key]));
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}

/** A rolling window of several events: from where the first of them begins to count until where the last does. */
type RollingSpan = RollingKey & { until: number };

function distinctRolling(claims: Claim[]): RollingSpan[] {
  const spans = new Map<string, RollingSpan>();
  for (const key of claims.flatMap(rollingOf)) {
    const name = `${key.campaignId} ${key.userId} ${key.seconds}`;
    const { since, until, most } = spans.get(name) ?? { ...key, until: key.since };
    spans.set(name, {
      ...key,
      since: Math.min(key.since, since),
      until: Math.max(key.since, until),
      most: Math.max(key.most, most),
    });
  }
  return [...spans.values()];
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
    rows.map((row) => [nameOf({ campaignId: row.campaign_id, userId: row.user_id, what: row.what }), Number(row.used)]),
  );
}
