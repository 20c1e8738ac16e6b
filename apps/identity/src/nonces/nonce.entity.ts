import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Purpose } from './purpose.js';

@Entity('nonce')
@Check('nonce_purpose_check', `purpose IN ('auth', 'activation', 'delete_request', 'password_reset')`)
@Index('nonce_user', ['user_id'])
@Index('nonce_age', ['expires_at'])
export class NonceEntity {
  /** The SHA-256 of the nonce, which itself is not stored. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'nonce_pkey' })
  hash: Buffer;

  @Column('text')
  purpose: Purpose;

  /** Null once the user is erased. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  user_id: string | null;

  @Column('text')
  client_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;

  @Column('timestamptz', { nullable: true })
  used_at: Date | null;
}
