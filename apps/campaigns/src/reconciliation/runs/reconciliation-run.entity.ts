import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Report } from '../describe-report.js';

/** With the first differences only, and how many facts all of them are. */
export type ShownReport = Report & { missing: number };

/** A reconciliation that an administrator has asked for; one of a kind at a time. After a kill it begins anew. */
@Entity('reconciliation_run')
@Index('reconciliation_run_unfinished', ['repair'], { unique: true, where: 'finished_at IS NULL' })
export class ReconciliationRunEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'reconciliation_run_pkey' })
  id: string;

  @Column('boolean')
  repair: boolean;

  /** The hours to compare; null before it runs. */
  @Column('integer', { nullable: true })
  hours: number | null;

  @Column('integer', { default: 0 })
  compared: number;

  @Column('json', { nullable: true })
  report: ShownReport | null;

  /** Failed tries in a row. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** Those of them that failed although nothing was away. */
  @Column('integer', { default: 0 })
  faults: number;

  /** It waits until this moment after a failed try. */
  @Column('timestamptz', { nullable: true })
  try_at: Date | null;

  @Column('text', { nullable: true })
  obstacle: string | null;

  /** It ended because too many tries had failed. */
  @Column('boolean', { default: false })
  failed: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
