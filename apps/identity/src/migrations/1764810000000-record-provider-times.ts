import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderTimes1764810000000 implements MigrationInterface {
  readonly name = 'ProviderTimes1764810000000';

  /** The list shows the newest provider first. Existing providers count as made now. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider ADD COLUMN created_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider DROP COLUMN created_at');
  }
}
