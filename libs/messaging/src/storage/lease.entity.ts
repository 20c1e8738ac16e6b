import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('lease')
export class LeaseEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'lease_pkey' })
  name: string;

  @Column('text')
  holder: string;

  /** Grows by 1 with each change of the holder. */
  @Column('bigint')
  fence: string;

  @Column('timestamptz')
  expires_at: Date;
}
