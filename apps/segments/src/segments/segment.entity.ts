import type { SegmentState } from '@ces/contracts/segments/segments';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Name, identifier, file name and document are those of the newest upload. The counts are those of the file in force. */
@Entity('segment')
@Check('segment_state_check', `state IN ('pending', 'processing', 'processed')`)
export class SegmentEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The provider whose identifiers the file holds. */
  @Column('text')
  identifier: string;

  @Column('text')
  file_name: string;

  /** The newest upload. */
  @Column('uuid')
  document_id: string;

  @Column('text')
  state: SegmentState;

  @Column('real', { default: 0 })
  progress: number;

  @Column('bigint', { default: 0 })
  external_count: string;

  @Column('bigint', { default: 0 })
  internal_count: string;

  /** The upload that decides who the members are; null until the first one is processed. */
  @Column('uuid', { nullable: true })
  file_in_force: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;

  /** The client that made the segment; null for a segment from before owners were recorded. */
  @Column('text', { nullable: true })
  client_id: string | null;
}
