import type { MigrationInterface, QueryRunner } from 'typeorm';

export class JobsSetAside1766700002000 implements MigrationInterface {
  readonly name = 'JobsSetAside1766700002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE job
        ADD COLUMN attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN try_at timestamptz,
        ADD COLUMN ending text CHECK (ending IN ('cancelled', 'failed'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job DROP COLUMN attempts, DROP COLUMN try_at, DROP COLUMN ending');
  }
}
