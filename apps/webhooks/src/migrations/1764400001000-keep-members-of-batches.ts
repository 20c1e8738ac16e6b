import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BatchMembers1764400001000 implements MigrationInterface {
  readonly name = 'BatchMembers1764400001000';

  async up(runner: QueryRunner): Promise<void> {
    // With the names of its events a batch is found in the log again. NULL: the previous release wrote the attempt.
    await runner.query('ALTER TABLE attempt ADD COLUMN names text[]');
    // The batch in which the event was alone.
    await runner.query('ALTER TABLE set_aside ADD COLUMN batch_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE set_aside DROP COLUMN batch_id');
    await runner.query('ALTER TABLE attempt DROP COLUMN names');
  }
}
