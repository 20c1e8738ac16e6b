import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A user who entered a segment with a file, until the entry is told. */
@Entity('user_entry')
export class UserEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'user_entry_pkey',
  })
  id: string;

  @Column('uuid')
  segment_id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;
}
