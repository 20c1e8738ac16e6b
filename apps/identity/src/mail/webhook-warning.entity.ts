import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('webhook_warning')
@Index('webhook_warning_client', ['client_id'])
export class WebhookWarningEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_warning_pkey' })
  webhook_id: string;

  @Column('text')
  @ForeignKey('client', 'id', { name: 'webhook_warning_client_id_fkey', onDelete: 'CASCADE' })
  client_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  warned_at: Date;
}
