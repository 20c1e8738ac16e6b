import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Counts for one subject: wrong passwords of an account and asker together, of an account, or of an asker; or
 * registrations that a network began on our pages.
 */
@Entity('wrong_password')
@Index('wrong_password_age', ['last_at'])
export class WrongPasswordEntity {
  /** Holds digests, see throttle.ts. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'wrong_password_pkey' })
  subject: string;

  @Column('integer')
  in_a_row: number;

  @Column('timestamptz', { nullable: true })
  blocked_until: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  last_at: Date;

  /** The beginning of the hour whose count `in_a_row` holds, for accounts, askers and networks. */
  @Column('timestamptz', { default: () => 'now()' })
  since: Date;
}
