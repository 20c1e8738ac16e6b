import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that a consumer of this service has handled. */
@Entity('inbox')
export class InboxEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'inbox_pkey' })
  message_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'inbox_pkey' })
  consumer: string;

  @Column('timestamptz', { default: () => 'now()' })
  handled_at: Date;
}
