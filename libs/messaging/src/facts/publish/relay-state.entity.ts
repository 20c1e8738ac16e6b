import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stream as the relay last saw it, by which the relay notices that NATS has lost facts. */
@Entity('relay_state')
export class RelayStateEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'relay_state_pkey' })
  stream: string;

  /** The time at which NATS created the stream. */
  @Column('text')
  stream_created: string;

  @Column('bigint')
  last_sequence: string;
}
