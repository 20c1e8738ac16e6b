import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of caps or budgets within a backtest. The counters of all users together have no user (''). */
@Entity('backtest_counter')
@Index('backtest_counter_user', ['user_id'], { where: `user_id <> ''` })
export class BacktestCounterEntity {
  @PrimaryColumn('uuid')
  backtest_id: string;

  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  /** The name of the window or budget. */
  @PrimaryColumn('text', { collation: 'C' })
  what: string;

  @Column('bigint')
  used: string;
}
