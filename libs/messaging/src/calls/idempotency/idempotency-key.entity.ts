import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('idempotency_key')
@Index('idempotency_key_age', ['created_at'])
@Index('idempotency_key_user', ['user_id'], { where: 'user_id IS NOT NULL' })
export class IdempotencyKeyEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_key_pkey' })
  scope: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_key_pkey' })
  key: string;

  /** A digest of the request: the same key with another request is refused. */
  @Column('text')
  hash: string;

  /** Sealed where a service provides an `AnswerCipher`. */
  @Column('text')
  answer: string;

  @Column('boolean')
  refused: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** Erasing this user deletes the answer. */
  @Column('text', { nullable: true })
  user_id: string | null;
}
