import type { EntityManager } from 'typeorm';

/** Those of the segments whose entries some campaign wants to hear of. */
export async function wantedEntries(tx: EntityManager, segmentIds: string[]): Promise<Set<string>> {
  if (segmentIds.length === 0) return new Set();
  const rows = await tx.query<{ segment_id: string }[]>(
    'SELECT DISTINCT segment_id FROM segment_use WHERE entries AND segment_id = ANY ($1)',
    [segmentIds],
  );
  return new Set(rows.map(({ segment_id }) => segment_id));
}
