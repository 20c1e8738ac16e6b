import type { ReplayDeadLetters } from '@ces/contracts/operation/jobs';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A replay of dead letters. `service` and `before` name the letter that was looked at last. */
@Entity('job')
@Index('job_unfinished', ['id'], { where: 'finished_at IS NULL' })
export class JobEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'job_pkey' })
  id: string;

  @Column('jsonb')
  request: ReplayDeadLetters;

  /** The letters that were counted when the job began. */
  @Column('integer', { nullable: true })
  total: number | null;

  @Column('integer', { default: 0 })
  done: number;

  @Column('integer', { default: 0 })
  failed: number;

  @Column('text', { nullable: true })
  service: string | null;

  @Column('uuid', { nullable: true })
  before: string | null;

  @Column('text', { nullable: true })
  obstacle: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
