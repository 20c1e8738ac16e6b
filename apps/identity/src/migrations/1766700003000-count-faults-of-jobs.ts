import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FaultsOfJobs1766700003000 implements MigrationInterface {
  readonly name = 'FaultsOfJobs1766700003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job ADD COLUMN faults integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job DROP COLUMN faults');
  }
}
