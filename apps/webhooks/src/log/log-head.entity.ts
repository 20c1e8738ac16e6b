import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The position of the last event of a name, so that a claim finds webhooks with something to deliver without reading the log. */
@Entity('log_head')
export class LogHeadEntity {
  /** The name of an event, with a client's id behind it if its events are for one client. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'log_head_pkey' })
  name: string;

  @Column('bigint')
  position: string;
}
