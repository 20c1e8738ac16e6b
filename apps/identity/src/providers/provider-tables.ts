import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderTables1764000003000 implements MigrationInterface {
  readonly name = 'ProviderTables1764000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider (
        name text PRIMARY KEY,
        issuer text NOT NULL,
        client_ids text[] NOT NULL,
        jwks_uri text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider');
  }
}

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
