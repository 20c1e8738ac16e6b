import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WantedEvents1765900000000 implements MigrationInterface {
  readonly name = 'WantedEvents1765900000000';

  /** Earlier events, and those that the previous version writes, are published. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_log ADD COLUMN wanted boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_log DROP COLUMN wanted');
  }
}
