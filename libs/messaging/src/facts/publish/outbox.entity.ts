import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('outbox')
@Index('outbox_waiting', ['id'], { where: 'published_at IS NULL' })
export class OutboxEntity {
  /** The order of publishing, see `docs/decisions/outbox-order.md`. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'outbox_pkey',
  })
  id: string;

  @Column('uuid')
  message_id: string;

  @Column('text')
  subject: string;

  /** JSON text. */
  @Column('text')
  payload: string;

  @Column('text', { nullable: true })
  request_id: string | null;

  @Column('text', { nullable: true })
  traceparent: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** Null while the fact waits. */
  @Column('timestamptz', { nullable: true })
  published_at: Date | null;
}
