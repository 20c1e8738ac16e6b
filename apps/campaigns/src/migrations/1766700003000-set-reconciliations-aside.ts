import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reconciliations are one of a kind, put off and set aside when they fail. Faults of all jobs are counted apart. */
export class ReconciliationsSetAside1766700003000 implements MigrationInterface {
  readonly name = 'ReconciliationsSetAside1766700003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['backtest', 'coupon_code_import'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN faults integer NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE reconciliation_run
        ADD COLUMN attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN faults integer NOT NULL DEFAULT 0,
        ADD COLUMN try_at timestamptz,
        ADD COLUMN obstacle text,
        ADD COLUMN failed boolean NOT NULL DEFAULT false`);
    // Requests at the same moment have made several. The oldest one goes on.
    await runner.query(`
      UPDATE reconciliation_run r SET failed = true, finished_at = now(), obstacle = 'An earlier one was not over.'
       WHERE finished_at IS NULL AND EXISTS (
         SELECT FROM reconciliation_run o WHERE o.finished_at IS NULL AND o.repair = r.repair AND o.id < r.id)`);
    await runner.query(
      'CREATE UNIQUE INDEX reconciliation_run_unfinished ON reconciliation_run (repair) WHERE finished_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reconciliation_run_unfinished');
    await runner.query(`
      ALTER TABLE reconciliation_run
        DROP COLUMN attempts, DROP COLUMN faults, DROP COLUMN try_at, DROP COLUMN obstacle, DROP COLUMN failed`);
    for (const table of ['backtest', 'coupon_code_import'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN faults`);
  }
}
