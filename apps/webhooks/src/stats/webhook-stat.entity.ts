import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts attempts of an hour. Those that are not counted yet stand among the attempts alone. */
@Entity('webhook_stat')
export class WebhookStatEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_stat_pkey' })
  webhook_id: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'webhook_stat_pkey' })
  hour: Date;

  /** The status of the answer, or why there was none; '' counts accepted requests. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'webhook_stat_pkey' })
  reason: string;

  /** The place of the duration among `speedBoundsMs`. */
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'webhook_stat_pkey' })
  speed: number;

  @Column('bigint')
  attempts: string;

  @Column('bigint')
  events: string;
}
