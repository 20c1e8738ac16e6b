import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('set_aside')
export class SetAsideEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'set_aside_pkey' })
  webhook_id: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'set_aside_pkey' })
  position: string;

  @Column('uuid')
  event_id: string;

  @Column('integer')
  status: number;

  @Column('timestamptz', { default: () => 'now()' })
  at: Date;

  /** The batch in which the event was alone. Null: the previous release set the event aside. */
  @Column('uuid', { nullable: true })
  batch_id: string | null;
}
