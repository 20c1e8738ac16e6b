import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last closing or restoring of an account. A hash stands for the user, so that the table names no user. */
@Entity('closed_user')
export class ClosedUserEntity {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'closed_user_pkey' })
  user_hash: Buffer;

  @Column('boolean')
  closed: boolean;

  @Column('timestamptz')
  at: Date;
}
