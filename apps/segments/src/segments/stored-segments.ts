import type { Changer } from '@ces/contracts/owners';
import { Problem } from '@ces/contracts/problems';
import type { ExternalSegment, SegmentProcessed, SegmentState } from '@ces/contracts/segments/segments';
import { timestamp } from '@ces/service/database/timestamp';

export interface StoredSegment {
  id: string;
  name: string;
  identifier: string;
  file_name: string;
  document_id: string;
  state: SegmentState;
  progress: number;
  external_count: string;
  internal_count: string;
  file_in_force: string | null;
  /** The client that made it; null for a segment from before owners were recorded. */
  client_id: string | null;
  updated_at: Date;
}

export function segmentNotFound(): Problem {
  return new Problem('segment-not-found', 'There is no segment of this id.');
}

/** Only the client that made a segment, or one with `admin`, replaces and deletes it. */
export function demandOwner({ client_id }: StoredSegment, by: Changer | undefined): void {
  if (!by || by.admin || client_id === null || client_id === by.client_id) return;
  throw new Problem(
    'segment-of-another-client',
    'Another client made this segment; to replace or delete it, a client needs the scope admin.',
  );
}

/** What the specification shows, and the progress while there is some. */
export function toSegment(row: StoredSegment): ExternalSegment {
  return {
    ...toProcessed(row),
    state: row.state,
    ...(row.state === 'processing' ? { progress: row.progress } : {}),
  };
}

/** What is told of a segment that is processed. */
export function toProcessed(row: StoredSegment): SegmentProcessed {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    externalUserCount: Number(row.external_count),
    internalUserCount: Number(row.internal_count),
    documentID: row.document_id,
    fileName: row.file_name,
    updated: timestamp(row.updated_at),
  };
}
