import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An unsaved campaign that judges past events. */
@Entity('backtest')
@Check('backtest_state_check', `state IN ('waiting', 'running', 'finished', 'failed', 'cancelled')`)
export class BacktestEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('json')
  document: NewCampaign;

  @Column('json', { nullable: true })
  schema: object | null;

  @Column('timestamptz')
  since: Date;

  /** No later event is judged. */
  @Column('timestamptz')
  until: Date;

  @Column('text', { default: 'waiting' })
  state: 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled';

  /** Where the next page of events begins; null before the first. */
  @Column('bigint', { nullable: true })
  position: string | null;

  /** The log is judged up to this moment. */
  @Column('timestamptz')
  read_until: Date;

  @Column('bigint', { default: 0 })
  judged: string;

  @Column('bigint', { default: 0 })
  granted: string;

  @Column('bigint', { default: 0 })
  coupons: string;

  @Column('bigint', { default: 0 })
  points: string;

  /** How many were refused, by the step that failed. */
  @Column('json', { default: {} })
  refused: Record<string, number>;

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

  @Column('timestamptz', { nullable: true })
  finished_at: Date | null;
}
