import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Counts the events of a name in an hour. Accepted events that are not counted yet stand in the log alone. */
@Entity('event_stat')
@Index('event_stat_hour', ['hour'])
export class EventStatEntity {
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'event_stat_pkey' })
  event_name: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'event_stat_pkey' })
  hour: Date;

  /** The code of the refusal; '' counts accepted events. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'event_stat_pkey' })
  reason: string;

  @Column('bigint')
  events: string;
}
