import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { SegmentEntity } from './segment.entity.js';

export interface NewestUpload {
  uploadId: string;
  name: string;
  identifier: string;
  fileName: string;
}

export interface UploadOf {
  segmentId: string;
  uploadId: string;
}

/** Segments in the course of their uploads. SQL because states change by compare-and-set, and counts in sets. */
@Injectable()
export class SegmentStore {
  constructor(private readonly transactions: Transactions) {}

  /** Counts the segments; until the commit no other transaction counts them to create one. */
  async countAlone(): Promise<number> {
    const tx = this.transactions.open;
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('number of segments', 0))`);
    const [counted] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM segment');
    return Number(counted?.n);
  }

  /** Gives a segment its newest upload, which waits to be processed. The owner stays. */
  async renew(
    segmentId: string,
    { uploadId, name, identifier, fileName }: NewestUpload,
  ): Promise<SegmentEntity | undefined> {
    const [[renewed]] = await this.transactions.open.query<[SegmentEntity[], number]>(
      `UPDATE segment SET name = $2, identifier = $3, file_name = $4, document_id = $5, state = 'pending',
           progress = 0, updated_at = now() WHERE id = $1 RETURNING *`,
      [segmentId, name, identifier, fileName, uploadId],
    );
    return renewed;
  }

  /** False when a newer upload has overtaken this one. Does not wait for the disk: after a crash the file is processed again. */
  async showProgress({ segmentId, uploadId }: UploadOf, progress: number): Promise<boolean> {
    const [, updated] = await this.transactions.current.query<[unknown[], number]>(
      `UPDATE segment SET state = 'processing', progress = $3 FROM set_config('synchronous_commit', 'off', true)
      WHERE id = $1 AND document_id = $2 AND state <> 'processed'`,
      [segmentId, uploadId, progress],
    );
    return updated > 0;
  }

  /** Returns undefined when a newer upload has overtaken this one. */
  async finish(
    { segmentId, uploadId }: UploadOf,
    { external, internal }: { external: number; internal: number },
  ): Promise<SegmentEntity | undefined> {
    const [[processed]] = await this.transactions.open.query<[SegmentEntity[], number]>(
      `UPDATE segment SET state = 'processed', progress = 1, file_in_force = $2, external_count = $3,
       internal_count = $4, updated_at = now() WHERE id = $1 AND document_id = $2 AND state <> 'processed' RETURNING *`,
      [segmentId, uploadId, external, internal],
    );
    return processed;
  }

  /** Adds up the moves per segment, with one update for all. */
  async moveInternalCounts(moves: { segment_id: string; by: 1 | -1 }[]): Promise<void> {
    if (moves.length === 0) return;
    await this.transactions.open.query(
      `UPDATE segment s SET internal_count = internal_count + d.by
       FROM (SELECT segment_id, sum(by) AS by FROM json_to_recordset($1) AS m (segment_id uuid, by bigint)
              GROUP BY segment_id) d WHERE d.segment_id = s.id`,
      [JSON.stringify(moves)],
    );
  }
}
