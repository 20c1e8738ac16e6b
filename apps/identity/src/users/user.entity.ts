import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('app_user')
// The check stays as the migration wrote it, even when `userIdForm` changes.
@Check('app_user_id_check', `id ~ '^[A-Za-z0-9]{25}$'`)
@Index('app_user_erase', ['erase_after'], { where: 'erase_after IS NOT NULL' })
export class UserEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'app_user_pkey' })
  id: string;

  /** False until the registration is confirmed by mail. */
  @Column('boolean', { default: true })
  active: boolean;

  @Column('boolean', { default: false })
  completed_registration: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  closed_at: Date | null;

  /** Set while an administrator has deactivated the account. */
  @Column('timestamptz', { nullable: true })
  deactivated_at: Date | null;

  /** The end of the grace time of a closed account. */
  @Column('timestamptz', { nullable: true })
  erase_after: Date | null;

  /** The client that made the user by row 5; unknown for older users. */
  @Column('text', { nullable: true })
  made_by: string | null;

  /** The first sign-in. After it, row 12 no longer joins credentials to this user. */
  @Column('timestamptz', { nullable: true })
  first_sign_in_at: Date | null;

  /** Grows when all sign-ins of the user end. */
  @Column('integer', { default: 0 })
  sign_in_epoch: number;
}
