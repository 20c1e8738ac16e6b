import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasureCount1764200003000 implements MigrationInterface {
  readonly name = 'ErasureCount1764200003000';

  async up(runner: QueryRunner): Promise<void> {
    // Counts the versions that erasures made: those did not change the webhook itself.
    await runner.query('ALTER TABLE delivery ADD COLUMN erasures integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery DROP COLUMN erasures');
  }
}
