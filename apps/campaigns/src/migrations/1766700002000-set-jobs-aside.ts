import type { MigrationInterface, QueryRunner } from 'typeorm';

const states = {
  backtest: ['waiting', 'running', 'finished', 'failed'],
  coupon_code_import: ['uploading', 'waiting', 'running', 'finished', 'dropped'],
};
const ends = { backtest: ['cancelled'], coupon_code_import: ['cancelled', 'failed'] };

/** Backtests and imports of codes can be cancelled, and are put off and set aside when they fail. */
export class JobsSetAside1766700002000 implements MigrationInterface {
  readonly name = 'JobsSetAside1766700002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['backtest', 'coupon_code_import'] as const) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN attempts integer NOT NULL DEFAULT 0,
          ADD COLUMN try_at timestamptz,
          ADD COLUMN obstacle text,
          DROP CONSTRAINT ${table}_state_check,
          ADD CONSTRAINT ${table}_state_check CHECK (${isOneOf([...states[table], ...ends[table]])})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['backtest', 'coupon_code_import'] as const) {
      await runner.query(`UPDATE ${table} SET state = 'finished' WHERE ${isOneOf(ends[table])}`);
      await runner.query(`
        ALTER TABLE ${table}
          DROP COLUMN attempts, DROP COLUMN try_at, DROP COLUMN obstacle,
          DROP CONSTRAINT ${table}_state_check,
          ADD CONSTRAINT ${table}_state_check CHECK (${isOneOf(states[table])})`);
    }
  }
}

function isOneOf(names: string[]): string {
  return `state IN (${names.map((name) => `'${name}'`).join(', ')})`;
}
