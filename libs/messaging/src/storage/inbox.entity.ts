import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('inbox')
export class InboxEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'inbox_pkey' })
  message_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'inbox_pkey' })
  consumer: string;

  @Column('timestamptz', { default: () => 'now()' })
  handled_at: Date;
}
