import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The answer to a request with an Idempotency-Key. */
@Entity('idempotency_key')
@Index('idempotency_key_age', ['created_at'])
@Index('idempotency_key_user', ['user_id'], { where: 'user_id IS NOT NULL' })
export class IdempotencyKeyEntity {
  /** The caller and the command. */
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

  /** True if the answer is a problem. */
  @Column('boolean')
  refused: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** The user whose data the answer holds. */
  @Column('text', { nullable: true })
  user_id: string | null;
}
