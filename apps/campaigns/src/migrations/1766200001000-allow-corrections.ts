import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Corrections1766200001000 implements MigrationInterface {
  readonly name = 'Corrections1766200001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger ADD COLUMN reason text');
    await runner.query('ALTER TABLE stack ADD COLUMN allow_negative boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE stack DROP COLUMN allow_negative');
    await runner.query('ALTER TABLE ledger DROP COLUMN reason');
  }
}
