import { Problem } from '@ces/contracts/problems';
import type { ExternalSegment, SegmentState } from '@ces/contracts/segments';

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
  updated_at: Date;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is no UUID is the id of nothing; Postgres would call it an error. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

export function segmentNotFound(): Problem {
  return new Problem('segment-not-found', 'There is no segment of this id.');
}

/** What the specification shows, and the progress while there is some. */
export function toSegment(row: StoredSegment): ExternalSegment {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    state: row.state,
    ...(row.state === 'processing' ? { progress: row.progress } : {}),
    externalUserCount: Number(row.external_count),
    internalUserCount: Number(row.internal_count),
    documentID: row.document_id,
    fileName: row.file_name,
    updated: row.updated_at.toISOString().replace('Z', '+00:00'),
  };
}
