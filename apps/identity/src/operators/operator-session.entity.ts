import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A browser that is signed in to the console. */
@Entity('operator_session')
@Unique('operator_session_digest_key', ['digest'])
@Index('operator_session_operator_id', ['operator_id'])
@Index('operator_session_age', ['expires_at'])
export class OperatorSessionEntity {
  /** Tokens of the session name it, so that they end with it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'operator_session_pkey' })
  id: string;

  /** The SHA-256 of the cookie's value. */
  @Column({ type: 'text', collation: 'C' })
  digest: string;

  @Column({ type: 'text', collation: 'C' })
  @ForeignKey('operator', 'id', { name: 'operator_session_operator_id_fkey', onDelete: 'CASCADE' })
  operator_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;

  /** A passkey must sign this next. Null when none is asked for. */
  @Column('text', { nullable: true })
  challenge: string | null;

  @Column('timestamptz', { nullable: true })
  challenge_expires_at: Date | null;
}
