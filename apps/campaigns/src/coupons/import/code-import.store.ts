import { Transactions } from '@ces/messaging/storage/transactions';
import type { Failure } from '@ces/service/jobs/after-failure';
import { Injectable } from '@nestjs/common';
import type { CodeImportLineEntity } from './code-import-line.entity.js';
import type { CodeImportEntity } from './code-import.entity.js';

export type Job = Pick<CodeImportEntity, 'id' | 'position' | 'attempts' | 'faults'> & { coupon_id: string };
export type Line = Pick<CodeImportLineEntity, 'line' | 'code'>;

/** Lines of an import are named as faults up to this number. */
const mostFaults = 10_000;
const deletedAtOnce = 5_000;
/** The gateway ends a slower upload. */
const uploadMinutes = 15;

/** Imports of codes. SQL because lines come, go and are counted in sets of thousands. */
@Injectable()
export class CodeImportStore {
  constructor(private readonly transactions: Transactions) {}

  /** Part 0 makes the row of the upload. Answers false when another part is due, or when there are too many lines. */
  async claimPart(id: string, part: number, lines: number, atMost: number): Promise<boolean> {
    const tx = this.transactions.open;
    if (part === 0) {
      const claimed = await tx.query<unknown[]>(
        'INSERT INTO coupon_code_import (id, parts, lines) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING RETURNING id',
        [id, lines],
      );
      return claimed.length > 0;
    }
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE coupon_code_import SET parts = parts + 1, lines = lines + $3, touched_at = now()
        WHERE id = $1 AND state = 'uploading' AND parts = $2 AND lines + $3 <= $4`,
      [id, part, lines, atMost],
    );
    return count > 0;
  }

  async addLines(id: string, lines: Line[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO coupon_code_import_line (import_id, line, code)
       SELECT $1, line, code FROM unnest($2::int[], $3::text[]) AS given (line, code)`,
      [id, lines.map(({ line }) => line), lines.map(({ code }) => code)],
    );
  }

  /** Drops an upload that is coming in, also before its first part; a complete one stays. */
  async drop(id: string): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO coupon_code_import AS i (id, state) VALUES ($1, 'dropped')
       ON CONFLICT (id) DO UPDATE SET state = 'dropped', touched_at = now() WHERE i.state = 'uploading'`,
      [id],
    );
  }

  /** Hands a whole file over to the chore; false unless exactly these parts have come in. */
  async complete(id: string, parts: number, couponId: string): Promise<boolean> {
    const [, completed] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE coupon_code_import SET state = 'waiting', coupon_id = $3, created_at = now(), touched_at = now()
        WHERE id = $1 AND state = 'uploading' AND parts = $2`,
      [id, parts, couponId],
    );
    return completed > 0;
  }

  /** Those that wait or run, and those whose file is coming in. */
  async countUnfinished(): Promise<number> {
    const [counted] = await this.transactions.open.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM coupon_code_import WHERE state IN ('waiting', 'running')
           OR (state = 'uploading' AND touched_at > now() - make_interval(mins => ${uploadMinutes}))`,
    );
    return counted?.count ?? 0;
  }

  /** The import that runs, or the one whose file was whole first. One whose last try failed comes after the others. */
  async findNext(): Promise<Job | undefined> {
    const [job] = await this.transactions.current.query<Job[]>(
      `SELECT id, coupon_id, position, attempts, faults FROM coupon_code_import
        WHERE state IN ('waiting', 'running') AND (try_at IS NULL OR try_at <= now())
        ORDER BY attempts, state, created_at, id LIMIT 1`,
    );
    return job;
  }

  findLines({ id, position }: Job, limit: number): Promise<Line[]> {
    return this.transactions.current.query<Line[]>(
      'SELECT line, code FROM coupon_code_import_line WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3',
      [id, position, limit],
    );
  }

  /** Moves the position of an import; answers false when another replica has moved it. */
  async moveOn({ id, position }: Job, last: number): Promise<boolean> {
    const [, moved] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE coupon_code_import SET state = 'running', position = $3, touched_at = now(), attempts = 0, faults = 0, try_at = NULL, obstacle = NULL
        WHERE id = $1 AND position = $2 AND state IN ('waiting', 'running')`,
      [id, position, last],
    );
    return moved > 0;
  }

  /** Counts lines up to the position, names those that were refused, and deletes them all. */
  async endLines(id: string, last: number, added: number, refused: Line[]): Promise<void> {
    const tx = this.transactions.open;
    await tx.query(
      `INSERT INTO coupon_code_import_fault (import_id, line, code)
       SELECT $1, line, code FROM unnest($2::int[], $3::text[]) AS given (line, code)
        ORDER BY line LIMIT greatest(0, ${mostFaults} - (SELECT refused FROM coupon_code_import WHERE id = $1))`,
      [id, refused.map(({ line }) => line), refused.map(({ code }) => code)],
    );
    await tx.query('UPDATE coupon_code_import SET added = added + $2, refused = refused + $3 WHERE id = $1', [
      id,
      added,
      refused.length,
    ]);
    await tx.query('DELETE FROM coupon_code_import_line WHERE import_id = $1 AND line <= $2', [id, last]);
  }

  async finish(id: string): Promise<void> {
    await this.transactions.current.query(
      `UPDATE coupon_code_import SET state = 'finished', finished_at = now(), touched_at = now()
        WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id],
    );
  }

  /** Puts an import off until `try_at`; without it, the import has failed. */
  async fail(id: string, { attempts, faults, try_at, obstacle }: Failure): Promise<void> {
    await this.transactions.current.query(
      `UPDATE coupon_code_import SET attempts = $2, faults = $5, try_at = $3, obstacle = $4, touched_at = now(),
              state = CASE WHEN $3::timestamptz IS NULL THEN 'failed' ELSE state END,
              finished_at = CASE WHEN $3::timestamptz IS NULL THEN now() END
        WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id, attempts, try_at, obstacle, faults],
    );
  }

  async cancel(id: string): Promise<void> {
    await this.transactions.current.query(
      `UPDATE coupon_code_import SET state = 'cancelled', obstacle = NULL, finished_at = now(), touched_at = now()
        WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id],
    );
  }

  async dropOutlived(uploadHours: number, importDays: number): Promise<void> {
    await this.transactions.current.query(
      `UPDATE coupon_code_import SET state = 'dropped', touched_at = now() WHERE
         (state = 'uploading' AND touched_at < now() - make_interval(hours => $1))
         OR (state IN ('finished', 'cancelled', 'failed') AND touched_at < now() - make_interval(days => $2))`,
      [uploadHours, importDays],
    );
  }

  /** Answers whether there may be more to delete. */
  async purgeSome(): Promise<boolean> {
    let deleted = 0;
    const lines = ['coupon_code_import_line', `'dropped', 'cancelled', 'failed'`] as const;
    for (const [table, states] of [lines, ['coupon_code_import_fault', `'dropped'`] as const]) {
      const [, count] = await this.transactions.current.query<[unknown[], number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT t.ctid FROM ${table} t JOIN coupon_code_import i ON i.id = t.import_id
            WHERE i.state IN (${states}) LIMIT ${deletedAtOnce}))`,
      );
      deleted += count;
    }
    if (deleted > 0) return true;
    // The row stays for an hour, so that it refuses a part that arrives late.
    await this.transactions.current.query(
      `DELETE FROM coupon_code_import WHERE state = 'dropped' AND touched_at < now() - interval '1 hour'`,
    );
    return false;
  }
}
