import { idsBefore } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CarriedGrantEntity } from '../retention/carried-grant.entity.js';
import type { CampaignCounterEntity } from './campaign-counter.entity.js';
import type { CounterKey } from './counts.js';
import type { RollingSpan } from './keys.js';
import type { Span } from './windows.js';

export type CounterRow = Pick<CampaignCounterEntity, 'campaign_id' | 'user_id' | 'what' | 'used'>;

interface GrantSums {
  used: string | null;
  carried: CarriedGrantEntity['grants'] | null;
}

/** The value of a new counter until its first write. */
export const notCounted = -1;

const batchSize = 5_000;
const counterColumns = 'x(campaign_id uuid, user_id text, what text, forget_at timestamptz, ord integer)';
const grantSum = `CASE x.what WHEN 'budget coupons' THEN sum(g.coupons) WHEN 'budget points' THEN sum(g.points) ELSE count(*) END`;
const carriedSum = `CASE x.what WHEN 'budget coupons' THEN c.coupons WHEN 'budget points' THEN c.points ELSE c.grants END`;
const ofUser = 'AND g.user_id = x.user_id';
/** Leaves out partitions of earlier events. PostgreSQL plans a statement for each value that it sees, so it does not see this one. */
const sinceLeastId = 'g.event_id >= (SELECT $2::uuid)';
/** An event's id begins with its moment, by another clock. A day is far more than clocks differ. */
const apartMs = 86_400_000;
const leastId = '00000000-0000-0000-0000-000000000000';

/** Counters of caps and budgets, and the grants they count. SQL because a set of events locks and writes them in one statement each. */
@Injectable()
export class CountStore {
  constructor(private readonly transactions: Transactions) {}

  /** Creates missing counters and locks all until the transaction ends. The fixed order prevents deadlocks. */
  async lock(keys: CounterKey[]): Promise<CounterRow[]> {
    if (keys.length === 0) return [];
    return this.transactions.current.query(
      `INSERT INTO campaign_counter AS c (campaign_id, user_id, what, used, forget_at)
           SELECT campaign_id, user_id, what, ${notCounted}, forget_at FROM json_to_recordset($1) AS ${counterColumns} ORDER BY ord
           ON CONFLICT (campaign_id, user_id, what) DO UPDATE SET used = c.used
           RETURNING campaign_id, user_id, what, used`,
      [counterRows(keys)],
    );
  }

  /** Reads the counters that exist, without a lock. */
  read(keys: CounterKey[]): Promise<CounterRow[]> {
    return this.transactions.current.query(
      `SELECT c.campaign_id, c.user_id, c.what, c.used FROM campaign_counter c
       JOIN json_to_recordset($1) AS ${counterColumns} USING (campaign_id, user_id, what)`,
      [counterRows(keys)],
    );
  }

  /** Makes the open transaction a read-only snapshot. It must be the first statement. */
  async readOneMoment(): Promise<void> {
    await this.transactions.open.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  }

  /** Writes counters that the transaction has locked. */
  async write(counters: (Omit<CounterRow, 'used'> & { used: number })[]): Promise<void> {
    if (counters.length === 0) return;
    await this.transactions.current.query(
      `UPDATE campaign_counter c SET used = x.used
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, what text, used bigint)
      WHERE (c.campaign_id, c.user_id, c.what) = (x.campaign_id, x.user_id, x.what) AND c.used <> x.used`,
      [JSON.stringify(counters)],
    );
  }

  /**
   * Counts the grants of each counter as if it had existed from the beginning, in the order of the keys. A counter of all time
   * also has the grants of dropped months.
   */
  async countGrants(keys: CounterKey[], owner: 'campaign' | 'user'): Promise<number[]> {
    if (keys.length === 0) return [];
    const [sum, condition] = owner === 'campaign' ? [grantSum, ''] : ['count(*)', ofUser];
    const rows = spanRows(keys);
    const counted = await this.transactions.current.query<GrantSums[]>(
      `SELECT (SELECT ${sum} FROM campaign_grant g WHERE g.campaign_id = x.campaign_id ${condition}
                  AND ${sinceLeastId} AND g.occurred_at >= x.since AND g.occurred_at < x.until) AS used,
              (SELECT ${carriedSum} FROM carried_grant c
                WHERE c.user_id = x.user_id AND c.campaign_id = x.campaign_id AND x.since = '-infinity') AS carried
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, what text, since timestamptz, until timestamptz,
            ord integer) ORDER BY x.ord`,
      [JSON.stringify(rows), eventsSince(rows.map(({ since }) => Date.parse(since)))],
    );
    return keys.map((_, index) => Number(counted[index]?.used ?? 0) + Number(counted[index]?.carried ?? 0));
  }

  /** The grants in each rolling window, in the order of the spans. `owner` selects the index. */
  async readRolling(spans: RollingSpan[], owner: 'campaign' | 'user'): Promise<{ newer: number; moments: Date[] }[]> {
    if (spans.length === 0) return [];
    const condition = owner === 'campaign' ? '' : ofUser;
    const grants = `FROM campaign_grant g WHERE g.campaign_id = x.campaign_id ${condition} AND ${sinceLeastId}`;
    return this.transactions.current.query(
      `SELECT (SELECT count(*)::int FROM (SELECT ${grants} AND g.occurred_at > x.until LIMIT x.most) AS found) AS newer,
            ARRAY(SELECT g.occurred_at ${grants} AND g.occurred_at > x.since AND g.occurred_at <= x.until
                   ORDER BY g.occurred_at DESC LIMIT x.most) AS moments
       FROM json_to_recordset($1) AS x(campaign_id uuid, user_id text, since timestamptz, until timestamptz, most integer,
            ord integer) ORDER BY x.ord`,
      [rollingRows(spans), eventsSince(spans.map(({ since }) => since))],
    );
  }

  /** Deletes a batch of counters whose windows are long over. Says whether there may be more. */
  purgeForgotten(): Promise<'more' | 'done'> {
    return this.purgeBatch(
      `DELETE FROM campaign_counter WHERE (campaign_id, user_id, what) IN (
         SELECT campaign_id, user_id, what FROM campaign_counter WHERE forget_at < now()
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** Deletes a batch of counters of campaigns that ended 40 days ago: no event of theirs is judged any more. */
  purgeEnded(): Promise<'more' | 'done'> {
    return this.purgeBatch(
      `DELETE FROM campaign_counter WHERE (campaign_id, user_id, what) IN (
         SELECT k.campaign_id, k.user_id, k.what FROM campaign_counter k JOIN campaign c ON c.id = k.campaign_id
          WHERE c.state = 'ended' AND c.updated_at < now() - interval '40 days'
          LIMIT ${batchSize} FOR UPDATE OF k SKIP LOCKED)`,
    );
  }

  private async purgeBatch(statement: string): Promise<'more' | 'done'> {
    // The driver answers a DELETE with rows and count.
    const [, deleted] = await this.transactions.current.query<[unknown[], number]>(statement);
    return deleted === batchSize ? 'more' : 'done';
  }
}

function counterRows(keys: CounterKey[]): string {
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

function spanRows(keys: CounterKey[]) {
  // Many users share a window, so its span is computed once.
  const spans = new Map<string, Span>();
  return keys.map(({ campaignId, userId, what, span }, ord) => {
    const { from, until } = spans.get(what) ?? span();
    spans.set(what, { from, until });
    return { campaign_id: campaignId, user_id: userId, what, since: moment(from), until: moment(until), ord };
  });
}

/** No event since these moments has a lesser id. A moment that is none is the beginning of all time. */
function eventsSince(moments: number[]): string {
  const earliest = Math.min(...moments);
  return earliest > apartMs ? idsBefore(earliest - apartMs) : leastId;
}

function rollingRows(spans: RollingSpan[]): string {
  return JSON.stringify(
    spans.map(({ campaignId, userId, since, until, most }, ord) => ({
      campaign_id: campaignId,
      user_id: userId,
      since: new Date(since),
      until: new Date(until),
      most,
      ord,
    })),
  );
}

function moment(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? '-infinity' : 'infinity';
}
