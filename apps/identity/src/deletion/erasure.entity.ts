import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user erased from this service, until every service has confirmed the erasure and 30 days have passed. */
@Entity('erasure')
@Index('erasure_open', ['announce_after'], { where: 'completed_at IS NULL' })
export class ErasureEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'erasure_pkey' })
  user_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  erased_at: Date;

  @Column('timestamptz')
  announce_after: Date;

  @Column('timestamptz', { nullable: true })
  announced_at: Date | null;

  @Column('timestamptz', { nullable: true })
  completed_at: Date | null;

  @Column('timestamptz', { nullable: true })
  alarmed_at: Date | null;
}
