import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A grant within a backtest. Rolling windows count these rows. */
@Entity('backtest_grant')
@Index('backtest_grant_user', ['user_id', 'backtest_id', 'occurred_at'])
@Index('backtest_grant_time', ['backtest_id', 'occurred_at'])
export class BacktestGrantEntity {
  @PrimaryColumn('uuid')
  backtest_id: string;

  @PrimaryColumn('uuid')
  event_id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  @Column('timestamptz')
  occurred_at: Date;
}
