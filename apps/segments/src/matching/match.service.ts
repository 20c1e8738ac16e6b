import { segmentProcessed } from '@ces/contracts/segments';
import { Outbox } from '@ces/messaging/outbox';
import { Transactions } from '@ces/messaging/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CopyService } from '../connections/copy.service.js';
import { countMembers } from '../connections/membership.js';
import { tableOf } from '../files/file-table.js';
import { toSegment, type StoredSegment } from '../segments/stored-segments.js';
import { rememberEntries } from './entry-sender.js';

export interface WaitingFile {
  id: string;
  segment_id: string;
  provider_name: string;
}

/**
 * Makes a file the one in force: first its identifiers become a set with an index, then, under the lock of the
 * connections, its users are counted and the file, the counts and the state change together. Any step may be repeated.
 */
@Injectable()
export class MatchService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly copy: CopyService,
    private readonly outbox: Outbox,
  ) {}

  async process(file: WaitingFile): Promise<void> {
    if (!(await this.progress(file, 0.1))) return;
    await this.index(file);
    await this.progress(file, 0.6);
    const external = await this.countIdentifiers(file);
    await this.progress(file, 0.8);
    await this.transactions.run((tx) => this.swap(tx, file, external));
  }

  /** False when a newer upload has overtaken it. */
  private async progress(file: WaitingFile, progress: number): Promise<boolean> {
    const [, updated] = await this.database.query<[unknown[], number]>(
      `UPDATE segment SET state = 'processing', progress = $3
        WHERE id = $1 AND document_id = $2 AND state <> 'processed'`,
      [file.segment_id, file.id, progress],
    );
    return updated > 0;
  }

  /** Most files name nobody twice: that is tried first. */
  private async index(file: WaitingFile): Promise<void> {
    const table = tableOf(file.id);
    const create = `CREATE UNIQUE INDEX IF NOT EXISTS ${table}_identifier ON ${table} (identifier)`;
    try {
      await this.database.query(create);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.database.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM (
             SELECT ctid, row_number() OVER (PARTITION BY identifier) AS nth FROM ${table}
           ) numbered WHERE nth > 1))`,
      );
      await this.database.query(create);
    }
    await this.database.query(`ANALYZE ${table}`);
  }

  private async countIdentifiers(file: WaitingFile): Promise<number> {
    const [counted] = await this.database.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${tableOf(file.id)}`);
    return Number(counted?.n);
  }

  private async swap(tx: EntityManager, file: WaitingFile, external: number): Promise<void> {
    await tx.query(`SET LOCAL work_mem = '32MB'`);
    await this.copy.lock(tx);
    await this.copy.catchUp(tx);
    const [segment] = await tx.query<StoredSegment[]>(
      `SELECT s.* FROM segment s JOIN file f ON f.id = s.document_id
        WHERE s.id = $1 AND f.id = $2 AND f.state = 'waiting' FOR NO KEY UPDATE OF s`,
      [file.segment_id, file.id],
    );
    if (!segment) return;
    const internal = await countMembers(tx, file.id, file.provider_name);
    await rememberEntries(tx, file, segment.file_in_force);
    await tx.query(`UPDATE file SET state = 'retired', touched_at = now() WHERE id = $1`, [segment.file_in_force]);
    await tx.query(`UPDATE file SET state = 'in-force', touched_at = now() WHERE id = $1`, [file.id]);
    const [[processed]] = await tx.query<[StoredSegment[], number]>(
      `UPDATE segment SET state = 'processed', progress = 1, file_in_force = $2, external_count = $3,
         internal_count = $4, updated_at = now() WHERE id = $1 RETURNING *`,
      [segment.id, file.id, external, internal],
    );
    if (!processed) throw new Error('the segment is locked and yet not there');
    const { state, progress, ...fact } = toSegment(processed);
    await this.outbox.add(tx, segmentProcessed, fact);
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
