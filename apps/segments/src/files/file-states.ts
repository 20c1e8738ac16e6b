import type { FinishedUpload } from '@ces/contracts/segments/segments';
import type { EntityManager } from 'typeorm';
import { lost } from './files.service.js';
import type { WaitingFile } from './waiting-file.js';

/** The upload is whole: from now on the file waits to be processed. */
export async function complete(
  tx: EntityManager,
  { document_id, parts, identifier }: FinishedUpload,
  segmentId: string,
): Promise<void> {
  const [, claimed] = await tx.query<[unknown[], number]>(
    `UPDATE file SET state = 'waiting', segment_id = $2, provider_name = $3, touched_at = now()
      WHERE id = $1 AND state = 'uploading' AND parts = $4`,
    [document_id, segmentId, identifier, parts],
  );
  if (claimed === 0) throw lost();
}

/** Oldest first. */
export function waitingFiles(tx: EntityManager, limit: number): Promise<WaitingFile[]> {
  return tx.query(
    `SELECT id, segment_id, provider_name FROM file
      WHERE state = 'waiting' AND not_before <= now() ORDER BY created_at, id LIMIT $1`,
    [limit],
  );
}

export async function putOff(tx: EntityManager, id: string, seconds: number): Promise<void> {
  await tx.query('UPDATE file SET not_before = now() + make_interval(secs => $2) WHERE id = $1', [id, seconds]);
}

/** In the place of the old one. */
export async function comeIntoForce(tx: EntityManager, id: string, old: string | null): Promise<void> {
  await tx.query(`UPDATE file SET state = 'retired', touched_at = now() WHERE id = $1`, [old]);
  await tx.query(`UPDATE file SET state = 'in-force', touched_at = now() WHERE id = $1`, [id]);
}

/** Of a segment, those in one of these states. */
export async function retire(tx: EntityManager, segmentId: string, states: ('waiting' | 'in-force')[]): Promise<void> {
  await tx.query(`UPDATE file SET state = 'retired', touched_at = now() WHERE segment_id = $1 AND state = ANY ($2)`, [
    segmentId,
    states,
  ]);
}
