import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * The queue of a webhook: its position in the log, its frozen batch and its lease. Each delivery changes these columns, so
 * none of them is indexed.
 */
@Entity('delivery')
@Check('delivery_check', 'num_nulls(batch_id, batch_to, batch_count, batch_hash, batch_names) = ANY (ARRAY[0, 5])')
export class DeliveryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'delivery_pkey' })
  @ForeignKey('webhook', 'id', { name: 'delivery_webhook_id_fkey', onDelete: 'CASCADE' })
  webhook_id: string;

  /** Events up to this position are delivered or set aside, in all lanes. */
  @Column('bigint')
  cursor: string;

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

  /** The duration of the receiver's last answer; null before the first. */
  @Column('real', { nullable: true })
  last_ms: number | null;

  /** Tells couriers that their copy of the webhook is outdated. It stands here because their writes compare it. */
  @Column('integer', { default: 1 })
  version: number;

  @Column('uuid', { nullable: true })
  lease_owner: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  lease_until: Date;

  /** Grows with each lease, so that a courier that lost its lease writes nothing. */
  @Column('bigint', { default: 0 })
  epoch: string;

  /** The position of those lanes that have none of their own. Null: the webhook has one queue and no lanes. */
  @Column('bigint', { nullable: true })
  scanned: string | null;

  /** Erasures of events before the end of the queue. Couriers compare it, too. */
  @Column('integer', { default: 0 })
  erasures: number;
}
