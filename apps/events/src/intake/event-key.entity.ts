import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The idempotency key of a submission, and the event that it made. */
@Entity('event_key')
@Index('event_key_age', ['received_at'], { type: 'brin' })
export class EventKeyEntity {
  /** A digest of what makes the key unique, see submission-key.ts. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'event_key_pkey' })
  key: string;

  /** A digest of the submission: the same key with another body is refused. */
  @Column('uuid')
  body: string;

  @Column('uuid')
  event_id: string;

  /** The version of the definition. */
  @Column('integer')
  version: number;

  @Column('timestamptz')
  received_at: Date;
}
