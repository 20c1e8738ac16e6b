import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that a receiver refused by itself, and that was taken out of the webhook's way. */
@Entity('set_aside')
export class SetAsideEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'set_aside_pkey' })
  webhook_id: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'set_aside_pkey' })
  position: string;

  @Column('uuid')
  event_id: string;

  /** The status by which the receiver refused it. */
  @Column('integer')
  status: number;

  @Column('timestamptz', { default: () => 'now()' })
  at: Date;

  /** The batch in which the event was alone. Null: the previous release set the event aside. */
  @Column('uuid', { nullable: true })
  batch_id: string | null;
}
