import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A lease, by which the replicas of a service elect one of them. */
@Entity('lease')
export class LeaseEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'lease_pkey' })
  name: string;

  /** The process that holds it. */
  @Column('text')
  holder: string;

  /** Grows by 1 with each change of the holder. */
  @Column('bigint')
  fence: string;

  @Column('timestamptz')
  expires_at: Date;
}
