import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Wrong passwords of one subject: an account and asker together, an account, or an asker. */
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

  /** The beginning of the hour in which `in_a_row` counts, for accounts and askers. */
  @Column('timestamptz', { default: () => 'now()' })
  since: Date;
}
