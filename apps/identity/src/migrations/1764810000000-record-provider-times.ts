import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderTimes1764810000000 implements MigrationInterface {
  readonly name = 'ProviderTimes1764810000000';

  /** So that the newest comes first in the list. Those that are there count as made now. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider ADD COLUMN created_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider DROP COLUMN created_at');
  }
}
