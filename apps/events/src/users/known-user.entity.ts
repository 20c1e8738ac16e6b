import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An id that identity has given, as far as this service has heard of it. */
@Entity('known_user')
export class KnownUserEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'known_user_pkey', collation: 'C' })
  user_id: string;

  @Column('boolean', { default: false })
  closed: boolean;

  /** When identity last closed or restored the account. */
  @Column('timestamptz', { nullable: true })
  changed_at: Date | null;
}
