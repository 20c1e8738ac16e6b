import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * The queue of one lane of a webhook. The lease is that of the webhook. Each delivery changes these columns, so none of them
 * is indexed.
 */
@Entity('lane')
@Check('lane_check', 'num_nulls(batch_id, batch_to, batch_count, batch_hash, batch_names) = ANY (ARRAY[0, 5])')
export class LaneEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'lane_pkey' })
  @ForeignKey('delivery', 'webhook_id', { name: 'lane_webhook_id_fkey', onDelete: 'CASCADE' })
  webhook_id: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'lane_pkey' })
  lane: number;

  /** Events of the lane up to this position are delivered or set aside. */
  @Column('bigint')
  cursor: string;

  /** The lane reads on from its own cursor although it has no frozen batch: the others have passed it. */
  @Column('boolean', { default: false })
  behind: boolean;

  /** The frozen batch, which is sent until its result is recorded. */
  @Column('uuid', { nullable: true })
  batch_id: string | null;

  /** The position of its last event. */
  @Column('bigint', { nullable: true })
  batch_to: string | null;

  @Column('integer', { nullable: true })
  batch_count: number | null;

  @Column('text', { nullable: true })
  batch_hash: string | null;

  /** The subscription for which the batch was composed. */
  @Column('text', { array: true, nullable: true })
  batch_names: string[] | null;

  @Column('integer', { default: 0 })
  attempt: number;

  /** A number stands for `-infinity`. */
  @Column('timestamptz', { default: () => `'-infinity'` })
  due_at: Date | number;

  @Column('integer', { default: 0 })
  refusals: number;

  /** Refusals with which each suspect batch begins. */
  @Column('integer', { default: 0 })
  inherited: number;

  @Column('integer', { default: 100 })
  batch_limit: number;

  /** Events up to this position are suspect: a batch that held them was refused for good. */
  @Column('bigint', { nullable: true })
  suspect_to: string | null;

  @Column('integer', { default: 0 })
  aside_in_row: number;
}
