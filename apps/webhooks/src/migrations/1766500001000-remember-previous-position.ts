import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PreviousPosition1766500001000 implements MigrationInterface {
  readonly name = 'PreviousPosition1766500001000';

  async up(runner: QueryRunner): Promise<void> {
    // The position before the last append: a process that has read up to it misses nothing when it takes the append over.
    await runner.query('ALTER TABLE log_clock ADD COLUMN previous bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_clock DROP COLUMN previous');
  }
}
