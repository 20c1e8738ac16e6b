import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A foreign key keeps the segment from being deleted, even by a transaction that runs at the same time. */
@Entity('segment_use')
export class SegmentUseEntity {
  @PrimaryColumn('text')
  campaign_id: string;

  @PrimaryColumn('uuid')
  @Index('segment_use_segment')
  @ForeignKey('segment', 'id', { name: 'segment_use_segment_id_fkey' })
  segment_id: string;

  /** The campaign's name. */
  @Column('text')
  name: string;

  /** True when the campaign wants `userEnteredSegment` of the segment. */
  @Column('boolean')
  entries: boolean;
}
