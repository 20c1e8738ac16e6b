import type { Fault } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { ImportProgress } from '@ces/service/import-progress';
import { Injectable } from '@nestjs/common';
import type { MemberImportFaultEntity } from './member-import-fault.entity.js';
import type { MemberImportEntity } from './member-import.entity.js';
import type { MemberImportLineEntity, Outcome } from './member-import-line.entity.js';

export type Job = Pick<MemberImportEntity, 'id' | 'dry_run' | 'header' | 'position'>;
export type Line = Pick<MemberImportLineEntity, 'line' | 'text'>;
export type HalfDone = Line & { user_id: string; outcome: Outcome };

type FoundFault = Omit<MemberImportFaultEntity, 'import_id'>;

export interface DoneLine {
  line: number;
  outcome: Outcome | 'refused';
  faults: Fault[];
}

const faultsShown = 10;
const deletedAtOnce = 5_000;

/** Imports and their lines. SQL because lines come, go and are counted in sets of hundreds. */
@Injectable()
export class ImportStore {
  constructor(private readonly transactions: Transactions) {}

  /** Lets this transaction commit without waiting for the disk. The commit that ends the upload flushes all parts. */
  async commitAsynchronously(): Promise<void> {
    await this.transactions.open.query('SET LOCAL synchronous_commit = off');
  }

  /** Part 0 makes the row of the upload. Answers false when another part is due. */
  async claimPart(id: string, part: number, lines: number): Promise<boolean> {
    const claimed = await this.transactions.open.query<unknown[]>(
      `INSERT INTO member_import AS i (id, parts, lines) SELECT $1::uuid, 1, $3::int WHERE $2::int = 0
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, part, lines],
    );
    if (part === 0) return claimed.length > 0;
    const [, count] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE member_import SET parts = parts + 1, lines = lines + $3, touched_at = now()
       WHERE id = $1 AND state = 'uploading' AND parts = $2`,
      [id, part, lines],
    );
    return count > 0;
  }

  async addLines(id: string, lines: Line[]): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO member_import_line (import_id, line, text)
       SELECT $1, line, text FROM unnest($2::int[], $3::text[]) AS given (line, text)`,
      [id, lines.map(({ line }) => line), lines.map(({ text }) => text)],
    );
  }

  /** Drops an upload that is coming in, also before its first part; a complete one stays. */
  async drop(id: string): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO member_import AS i (id, state) VALUES ($1, 'dropped')
       ON CONFLICT (id) DO UPDATE SET state = 'dropped', touched_at = now() WHERE i.state = 'uploading'`,
      [id],
    );
  }

  async takeHeader(id: string): Promise<string | null | undefined> {
    const [[taken]] = await this.transactions.open.query<[Pick<Line, 'text'>[], number]>(
      `DELETE FROM member_import_line WHERE import_id = $1
         AND line = (SELECT min(line) FROM member_import_line WHERE import_id = $1) RETURNING text`,
      [id],
    );
    return taken?.text;
  }

  /** Hands a whole file over to the chore; false unless exactly these parts have come in. */
  async complete(id: string, parts: number, job: { dry_run: boolean; header: string | null }): Promise<boolean> {
    const [, completed] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE member_import SET state = 'waiting', dry_run = $3, header = $4, created_at = now(), touched_at = now(),
         lines = lines - CASE WHEN $4::text IS NULL THEN 0 ELSE 1 END
       WHERE id = $1 AND state = 'uploading' AND parts = $2`,
      [id, parts, job.dry_run, job.header],
    );
    return completed > 0;
  }

  async progress(): Promise<ImportProgress> {
    const [progress] = await this.transactions.current.query<ImportProgress[]>(
      `SELECT coalesce(sum(lines - created - updated - unchanged - refused), 0)::float8 AS lines,
              coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
         FROM member_import WHERE state IN ('waiting', 'running')`,
    );
    return progress ?? { lines: 0, seconds: 0 };
  }

  /** The import that runs, or the one whose file was whole first. */
  async findNext(): Promise<Job | undefined> {
    const [job] = await this.transactions.current.query<Job[]>(
      `SELECT id, dry_run, header, position FROM member_import WHERE state IN ('waiting', 'running')
       ORDER BY state, created_at, id LIMIT 1`,
    );
    return job;
  }

  findLines({ id, position }: Job, limit: number): Promise<Line[]> {
    return this.transactions.current.query<Line[]>(
      `SELECT line, text FROM member_import_line WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3`,
      [id, position, limit],
    );
  }

  /** Lines whose users are made, and whose other parts are not. */
  findHalfDone(id: string, limit: number): Promise<HalfDone[]> {
    return this.transactions.current.query<HalfDone[]>(
      `SELECT line, text, user_id, outcome FROM member_import_line
       WHERE import_id = $1 AND outcome IS NOT NULL ORDER BY line LIMIT $2`,
      [id, limit],
    );
  }

  /** Moves the position of an import; answers false when another replica has moved it. */
  async moveOn({ id, position }: Job, last: number): Promise<boolean> {
    const [, moved] = await this.transactions.open.query<[unknown[], number]>(
      `UPDATE member_import SET state = 'running', position = $3, touched_at = now()
       WHERE id = $1 AND position = $2 AND state IN ('waiting', 'running')`,
      [id, position, last],
    );
    return moved > 0;
  }

  async markHalfDone(id: string, lines: { line: number; user_id: string; outcome: Outcome }[]): Promise<void> {
    if (lines.length === 0) return;
    await this.transactions.open.query(
      `UPDATE member_import_line l SET user_id = half.user_id, outcome = half.outcome
       FROM json_to_recordset($2) AS half (line int, user_id text, outcome text)
       WHERE l.import_id = $1 AND l.line = half.line`,
      [id, JSON.stringify(lines)],
    );
  }

  async endLines(id: string, lines: DoneLine[]): Promise<void> {
    if (lines.length === 0) return;
    const count = (outcome: DoneLine['outcome']) => lines.filter((each) => each.outcome === outcome).length;
    await this.transactions.open.query(
      `UPDATE member_import SET created = created + $2, updated = updated + $3, unchanged = unchanged + $4,
         refused = refused + $5, touched_at = now() WHERE id = $1`,
      [id, count('created'), count('updated'), count('unchanged'), count('refused')],
    );
    await this.addFaults(id, lines);
    await this.transactions.open.query('DELETE FROM member_import_line WHERE import_id = $1 AND line = ANY ($2)', [
      id,
      lines.map(({ line }) => line),
    ]);
  }

  async finish(id: string): Promise<void> {
    await this.transactions.current.query(
      `UPDATE member_import SET state = 'finished', finished_at = now(), touched_at = now() WHERE id = $1`,
      [id],
    );
  }

  findFaults(id: string, [line, place]: [number, number], limit: number): Promise<FoundFault[]> {
    return this.transactions.current.query(
      `SELECT line, place, pointer, code, detail FROM member_import_fault
       WHERE import_id = $1 AND (line, place) > ($2, $3) ORDER BY line, place LIMIT $4`,
      [id, line, place, limit],
    );
  }

  async dropOutlived(uploadHours: number, importDays: number): Promise<void> {
    await this.transactions.current.query(
      `UPDATE member_import SET state = 'dropped' WHERE
         (state = 'uploading' AND touched_at < now() - make_interval(hours => $1))
         OR (state = 'finished' AND touched_at < now() - make_interval(days => $2))`,
      [uploadHours, importDays],
    );
  }

  /** Answers whether there may be more to delete. */
  async purgeSome(): Promise<boolean> {
    let deleted = 0;
    for (const table of ['member_import_line', 'member_import_fault']) {
      const [, count] = await this.transactions.current.query<[unknown[], number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT t.ctid FROM ${table} t JOIN member_import i ON i.id = t.import_id
            WHERE i.state = 'dropped' LIMIT ${deletedAtOnce}))`,
      );
      deleted += count;
    }
    if (deleted > 0) return true;
    // The row stays for an hour, so that it refuses a part that arrives late.
    await this.transactions.current.query(
      `DELETE FROM member_import WHERE state = 'dropped' AND touched_at < now() - interval '1 hour'`,
    );
    return false;
  }

  private async addFaults(id: string, lines: DoneLine[]): Promise<void> {
    const faults = lines.flatMap(({ line, faults: found }) =>
      found.slice(0, faultsShown).map((fault, place) => ({
        line,
        place,
        pointer: shortened(fault.pointer, 300),
        code: fault.code,
        detail: shortened(fault.detail, 500),
      })),
    );
    if (faults.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO member_import_fault (import_id, line, place, pointer, code, detail)
       SELECT $1, line, place, pointer, code, detail
         FROM json_to_recordset($2) AS f (line int, place int, pointer text, code text, detail text)`,
      [id, JSON.stringify(faults)],
    );
  }
}

/** A fault may quote a name of a field, which can be any text of the file. */
function shortened(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replaceAll('\0', '\ufffd');
}
