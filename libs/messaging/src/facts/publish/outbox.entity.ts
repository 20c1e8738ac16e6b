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

  /** The id of the fact; in a row of several, that of the row. */
  @Column('uuid')
  message_id: string;

  /** The ids of several facts; null in a row of one. */
  @Column('uuid', { array: true, nullable: true })
  message_ids: string[] | null;

  @Column('text')
  subject: string;

  /** JSON text: an object, or several facts as they travel (`fact-message.ts`), each with its id, request and trace. */
  @Column('text')
  payload: string;

  @Column('text', { nullable: true })
  request_id: string | null;

  @Column('text', { nullable: true })
  traceparent: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** Null while the row waits. */
  @Column('timestamptz', { nullable: true })
  published_at: Date | null;
}
