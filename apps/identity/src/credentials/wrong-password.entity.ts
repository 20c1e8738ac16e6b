import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Wrong passwords of one subject: an account and asker together, an account, or an asker. Or the registrations that a network
 * began on our pages.
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

  /** For accounts, askers and networks, `in_a_row` counts those of one hour. This is the beginning of that hour. */
  @Column('timestamptz', { default: () => 'now()' })
  since: Date;
}
