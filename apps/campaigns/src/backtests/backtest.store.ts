import { Transactions } from '@ces/messaging/storage/transactions';
import type { Failure } from '@ces/service/jobs/after-failure';
import { Injectable } from '@nestjs/common';
import type { BacktestEntity } from './backtest.entity.js';

export type Job = Pick<
  BacktestEntity,
  'id' | 'document' | 'schema' | 'since' | 'until' | 'position' | 'attempts' | 'faults'
>;

type SumRow = Pick<BacktestEntity, 'judged' | 'granted' | 'coupons' | 'points' | 'refused'>;

export interface Sums {
  judged: number;
  granted: number;
  coupons: number;
  points: number;
  refused: Record<string, number>;
}

const deletedAtOnce = 5_000;

/** Backtests and their sums. SQL because a position is moved by comparison, and rows are deleted in batches. */
@Injectable()
export class BacktestStore {
  constructor(private readonly transactions: Transactions) {}

  /** The backtest that runs, or the one that was begun first. One whose last try failed comes after the others. */
  async findNext(): Promise<Job | undefined> {
    const [job] = await this.transactions.current.query<Job[]>(
      `SELECT id, document, schema, since, until, position, attempts, faults FROM backtest
        WHERE state IN ('waiting', 'running') AND (try_at IS NULL OR try_at <= now())
        ORDER BY attempts, state, until, id LIMIT 1`,
    );
    return job;
  }

  /** Moves a backtest behind a page of events; returns undefined when another replica has moved it. */
  async moveOn({ id, position }: Job, next: string | null, readUntil: string): Promise<Sums | undefined> {
    const [[row]] = await this.transactions.open.query<[SumRow[], number]>(
      `UPDATE backtest SET position = $3, read_until = $4, attempts = 0, faults = 0, try_at = NULL, obstacle = NULL, state = CASE WHEN $3::bigint IS NULL THEN 'finished' ELSE 'running' END,
              finished_at = CASE WHEN $3::bigint IS NULL THEN now() END
        WHERE id = $1 AND position IS NOT DISTINCT FROM $2::bigint AND state IN ('waiting', 'running')
        RETURNING judged, granted, coupons, points, refused`,
      [id, position, next, readUntil],
    );
    if (!row) return undefined;
    const { refused, ...sums } = row;
    const [judged, granted] = [Number(sums.judged), Number(sums.granted)];
    return { judged, granted, coupons: Number(sums.coupons), points: Number(sums.points), refused };
  }

  async writeSums(id: string, { judged, granted, coupons, points, refused }: Sums): Promise<void> {
    await this.transactions.open.query(
      'UPDATE backtest SET judged = $2, granted = $3, coupons = $4, points = $5, refused = $6 WHERE id = $1',
      [id, judged, granted, coupons, points, JSON.stringify(refused)],
    );
  }

  /** Puts a backtest off until `try_at`; without it, the backtest has failed. */
  async fail(id: string, { attempts, faults, try_at, obstacle }: Failure): Promise<void> {
    await this.transactions.current.query(
      `UPDATE backtest SET attempts = $2, faults = $5, try_at = $3, obstacle = $4,
              state = CASE WHEN $3::timestamptz IS NULL THEN 'failed' ELSE state END,
              finished_at = CASE WHEN $3::timestamptz IS NULL THEN now() END
        WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id, attempts, try_at, obstacle, faults],
    );
  }

  async deleteOld(days: number): Promise<void> {
    await this.transactions.current.query(
      `DELETE FROM backtest WHERE finished_at < now() - make_interval(days => $1)`,
      [days],
    );
  }

  /** Deletes a batch of counters and grants of backtests that have ended. Answers whether there may be more. */
  async purgeSome(): Promise<boolean> {
    let deleted = 0;
    for (const table of ['backtest_counter', 'backtest_grant']) {
      const [, count] = await this.transactions.current.query<[unknown[], number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT t.ctid FROM ${table} t LEFT JOIN backtest b ON b.id = t.backtest_id AND b.state IN ('waiting', 'running')
            WHERE b.id IS NULL LIMIT ${deletedAtOnce}))`,
      );
      deleted += count;
    }
    return deleted > 0;
  }
}
