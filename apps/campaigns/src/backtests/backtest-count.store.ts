import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CounterKey } from '../judging/count/counts.js';
import type { RollingSpan } from '../judging/count/keys.js';
import type { BacktestCounterEntity } from './backtest-counter.entity.js';
import type { BacktestGrantEntity } from './backtest-grant.entity.js';

type CounterRow = Pick<BacktestCounterEntity, 'user_id' | 'what' | 'used'>;
type NewGrant = Omit<BacktestGrantEntity, 'backtest_id'>;

const ofUser = 'AND g.user_id = x.user_id';

/** Counters and grants within a backtest. SQL because a page of events reads and writes them in one statement each. */
@Injectable()
export class BacktestCountStore {
  constructor(private readonly transactions: Transactions) {}

  read(id: string, keys: CounterKey[]): Promise<CounterRow[]> {
    return this.transactions.open.query(
      `SELECT c.user_id, c.what, c.used FROM backtest_counter c
         JOIN unnest($2::text[], $3::text[]) AS x(user_id, what) ON c.user_id = x.user_id AND c.what = x.what
        WHERE c.backtest_id = $1`,
      [id, keys.map(({ userId }) => userId), keys.map(({ what }) => what)],
    );
  }

  /** The grants in each rolling window, in the order of the spans. `owner` selects the index. */
  async readRolling(id: string, spans: RollingSpan[], owner: 'campaign' | 'user') {
    if (spans.length === 0) return [];
    const grants = `FROM backtest_grant g WHERE g.backtest_id = $1 ${owner === 'campaign' ? '' : ofUser}`;
    const rows = spans.map(({ userId, since, until, most }, ord) => ({
      ...{ user_id: userId, most, ord },
      since: new Date(since),
      until: new Date(until),
    }));
    return this.transactions.open.query<{ newer: number; moments: Date[] }[]>(
      `SELECT (SELECT count(*)::int FROM (SELECT ${grants} AND g.occurred_at > x.until LIMIT x.most) AS found) AS newer,
              ARRAY(SELECT g.occurred_at ${grants} AND g.occurred_at > x.since AND g.occurred_at <= x.until
                     ORDER BY g.occurred_at DESC LIMIT x.most) AS moments
         FROM json_to_recordset($2) AS x(user_id text, since timestamptz, until timestamptz, most integer, ord integer)
        ORDER BY x.ord`,
      [id, JSON.stringify(rows)],
    );
  }

  async write(id: string, counters: (Omit<CounterRow, 'used'> & { used: number })[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO backtest_counter (backtest_id, user_id, what, used)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])
       ON CONFLICT (backtest_id, user_id, what) DO UPDATE SET used = excluded.used`,
      [id, counters.map(({ user_id }) => user_id), counters.map(({ what }) => what), counters.map(({ used }) => used)],
    );
  }

  async addGrants(id: string, grants: NewGrant[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO backtest_grant (backtest_id, event_id, user_id, occurred_at)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::timestamptz[])`,
      [
        id,
        grants.map(({ event_id }) => event_id),
        grants.map(({ user_id }) => user_id),
        grants.map(({ occurred_at }) => occurred_at),
      ],
    );
  }
}
