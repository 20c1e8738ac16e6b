import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

@Entity('credential')
@Unique('credential_username_key', ['username'])
@Index('credential_unfinished', ['created_at'], { where: 'activated_at IS NULL' })
export class CredentialEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'credential_pkey' })
  @ForeignKey('app_user', 'id', { name: 'credential_user_id_fkey', deferrable: 'INITIALLY DEFERRED' })
  user_id: string;

  /** Normalised, see username.ts. */
  @Column({ type: 'text', collation: 'C' })
  username: string;

  @Column('text')
  password_hash: string;

  /** Set when the user confirms the registration by mail. */
  @Column('timestamptz', { nullable: true })
  activated_at: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** The client that began the registration; null for older registrations. */
  @Column('text', { nullable: true })
  client_id: string | null;
}
