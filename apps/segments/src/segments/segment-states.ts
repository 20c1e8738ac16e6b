import type { EntityManager } from 'typeorm';
import type { WaitingFile } from '../files/waiting-file.js';
import type { StoredSegment } from './stored-segments.js';

/** False when a newer upload has overtaken the file. */
export async function showProgress(tx: EntityManager, file: WaitingFile, progress: number): Promise<boolean> {
  const [, updated] = await tx.query<[unknown[], number]>(
    `UPDATE segment SET state = 'processing', progress = $3
      WHERE id = $1 AND document_id = $2 AND state <> 'processed'`,
    [file.segment_id, file.id, progress],
  );
  return updated > 0;
}

export async function fileInForceOf(tx: EntityManager, segmentId: string): Promise<string | null> {
  const [segment] = await tx.query<StoredSegment[]>('SELECT * FROM segment WHERE id = $1', [segmentId]);
  return segment?.file_in_force ?? null;
}

/** Undefined when a newer upload has overtaken the file. */
export async function finish(
  tx: EntityManager,
  file: WaitingFile,
  { external, internal }: { external: number; internal: number },
): Promise<StoredSegment | undefined> {
  const [[processed]] = await tx.query<[StoredSegment[], number]>(
    `UPDATE segment SET state = 'processed', progress = 1, file_in_force = $2, external_count = $3,
       internal_count = $4, updated_at = now() WHERE id = $1 AND document_id = $2 AND state <> 'processed' RETURNING *`,
    [file.segment_id, file.id, external, internal],
  );
  return processed;
}

export async function moveInternalCounts(
  tx: EntityManager,
  moves: { segment_id: string; by: 1 | -1 }[],
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `UPDATE segment s SET internal_count = internal_count + d.by
       FROM (SELECT segment_id, sum(by) AS by FROM json_to_recordset($1) AS m (segment_id uuid, by bigint)
              GROUP BY segment_id) d WHERE d.segment_id = s.id`,
    [JSON.stringify(moves)],
  );
}
