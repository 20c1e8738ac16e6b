import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AttemptHeaders1764300001000 implements MigrationInterface {
  readonly name = 'AttemptHeaders1764300001000';

  async up(runner: QueryRunner): Promise<void> {
    // `headers` holds no secret values. NULL: the previous release wrote the attempt.
    await runner.query('ALTER TABLE attempt ADD COLUMN headers json, ADD COLUMN links text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempt DROP COLUMN headers, DROP COLUMN links');
  }
}
