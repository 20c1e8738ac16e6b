import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReconciliationRuns1766700001000 implements MigrationInterface {
  readonly name = 'ReconciliationRuns1766700001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reconciliation_run (
        id uuid PRIMARY KEY,
        repair boolean NOT NULL,
        hours integer,
        compared integer NOT NULL DEFAULT 0,
        report json,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reconciliation_run');
  }
}
