import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stream as the relay last saw it. By this the relay notices that NATS has lost facts. */
@Entity('relay_state')
export class RelayStateEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'relay_state_pkey' })
  stream: string;

  /** The time at which NATS created the stream. Replicas of the previous version compare it. */
  @Column('text')
  stream_created: string;

  /** The id in the stream's metadata; null if a replica of the previous version made the row. */
  @Column('text', { nullable: true })
  stream_id: string | null;

  @Column('bigint')
  last_sequence: string;

  /** The relay knows that all messages up to this one are gone: they were old, or we have deleted them. */
  @Column('bigint', { default: 0 })
  gone_sequence: string;

  /** When the relay last published; null until a relay of this version has. */
  @Column('timestamptz', { nullable: true })
  published_at: Date | null;
}
