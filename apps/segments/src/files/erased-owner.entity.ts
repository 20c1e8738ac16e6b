import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An erased owner. Uploads that came in during the erasure are searched for it. */
@Entity('erased_owner')
export class ErasedOwnerEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'erased_owner_pkey',
  })
  id: string;

  @Column({ type: 'text', collation: 'C' })
  provider_name: string;

  /** The SHA-256 of the owner's id, so that nothing here names the owner. */
  @Column('bytea')
  digest: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  erased_at: Date;
}
