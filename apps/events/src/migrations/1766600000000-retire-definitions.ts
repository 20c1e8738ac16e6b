import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RetiredDefinitions1766600000000 implements MigrationInterface {
  readonly name = 'RetiredDefinitions1766600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE retired_definition (name text PRIMARY KEY, retired_at timestamptz NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE retired_definition');
  }
}
