import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('event_key')
@Index('event_key_age', ['received_at'], { type: 'brin' })
export class EventKeyEntity {
  /** A digest of what makes the key unique, see submission-key.ts. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_key_pkey' })
  key: string;

  /** A digest of the submission, so that the same key with another body is refused. */
  @Column('uuid')
  body: string;

  @Column('uuid')
  event_id: string;

  @Column('integer')
  version: number;

  @Column('timestamptz')
  received_at: Date;
}
