import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user whom identity has made, as far as this service has heard of it. */
@Entity('known_user')
export class KnownUserEntity {
  /** SHA-256 of the id, as in `erased_user`, so that both can be compared and no erased id is left here. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'known_user_pkey' })
  user_hash: Buffer;

  @Column('boolean', { default: false })
  closed: boolean;

  /** When identity last closed or restored the account. */
  @Column('timestamptz', { nullable: true })
  changed_at: Date | null;
}
