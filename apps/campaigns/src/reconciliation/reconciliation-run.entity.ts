import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Report } from './describe-report.js';

/** With the first differences only, and how many facts all of them are. */
export type ShownReport = Report & { missing: number };

/** A reconciliation that an administrator has asked for. After a kill it begins anew. */
@Entity('reconciliation_run')
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

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
