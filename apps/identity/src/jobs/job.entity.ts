import type { ReplayDeadLetters } from '@ces/contracts/operation/jobs';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A replay of dead letters. `service` and `before` name the letter that was looked at last. */
@Entity('job')
@Check('job_ending_check', `ending IN ('cancelled', 'failed')`)
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

  /** Failed tries in a row. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Those of them that failed although nothing was away. */
  @Column('integer', { default: 0 })
  faults: number;

  /** The job waits until this moment after a failed try. */
  @Column('timestamptz', { nullable: true })
  try_at: Date | null;

  /** Null for a job that has not ended, and for one that has done its work. */
  @Column('text', { nullable: true })
  ending: 'cancelled' | 'failed' | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
