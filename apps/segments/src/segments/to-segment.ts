import type { ExternalSegment, SegmentProcessed } from '@ces/contracts/segments/segments';
import { timestamp } from '@ces/service/database/timestamp';
import type { SegmentEntity } from './segment.entity.js';

/** The segment as the specification shows it; with its progress while it is processed. */
export function toSegment(segment: SegmentEntity): ExternalSegment {
  return {
    ...toProcessed(segment),
    state: segment.state,
    ...(segment.state === 'processing' ? { progress: segment.progress } : {}),
  };
}

export function toProcessed(segment: SegmentEntity): SegmentProcessed {
  return {
    id: segment.id,
    name: segment.name,
    identifier: segment.identifier,
    externalUserCount: Number(segment.external_count),
    internalUserCount: Number(segment.internal_count),
    documentID: segment.document_id,
    fileName: segment.file_name,
    updated: timestamp(segment.updated_at),
  };
}
