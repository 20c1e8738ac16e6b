import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Backtests1766250003000 implements MigrationInterface {
  readonly name = 'Backtests1766250003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE backtest (
        id uuid PRIMARY KEY,
        document json NOT NULL,
        schema json,
        since timestamptz NOT NULL,
        until timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'finished', 'failed')),
        position bigint,
        read_until timestamptz NOT NULL,
        judged bigint NOT NULL DEFAULT 0,
        granted bigint NOT NULL DEFAULT 0,
        coupons bigint NOT NULL DEFAULT 0,
        points bigint NOT NULL DEFAULT 0,
        refused json NOT NULL DEFAULT '{}',
        finished_at timestamptz
      )`);
    // The counters and grants of a backtest, for its own caps and budgets. They are deleted when it has ended.
    await runner.query(`
      CREATE TABLE backtest_counter (
        backtest_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        what text COLLATE "C" NOT NULL,
        used bigint NOT NULL,
        PRIMARY KEY (backtest_id, user_id, what)
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE INDEX backtest_counter_user ON backtest_counter (user_id) WHERE user_id <> ''`);
    await runner.query(`
      CREATE TABLE backtest_grant (
        backtest_id uuid NOT NULL,
        event_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        occurred_at timestamptz NOT NULL,
        PRIMARY KEY (backtest_id, event_id)
      )`);
    await runner.query('CREATE INDEX backtest_grant_user ON backtest_grant (user_id, backtest_id, occurred_at)');
    await runner.query('CREATE INDEX backtest_grant_time ON backtest_grant (backtest_id, occurred_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE backtest_grant, backtest_counter, backtest');
  }
}
