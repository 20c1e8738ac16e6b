import type { Changer } from '@ces/contracts/owners';
import { Problem } from '@ces/contracts/problems';
import type { SegmentEntity } from './segment.entity.js';

export function segmentNotFound(): Problem {
  return new Problem('segment-not-found', 'There is no segment of this id.');
}

export function demandOwner({ client_id }: SegmentEntity, by: Changer | undefined): void {
  if (!by || by.admin || client_id === null || client_id === by.client_id) return;
  throw new Problem(
    'segment-of-another-client',
    'Another client made this segment; to replace or delete it, a client needs the scope admin.',
  );
}
