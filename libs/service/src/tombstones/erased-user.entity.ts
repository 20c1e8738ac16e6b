import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A hash, so that nothing here names the user. */
@Entity('erased_user')
export class ErasedUserEntity {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'erased_user_pkey' })
  user_hash: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  erased_at: Date;
}
