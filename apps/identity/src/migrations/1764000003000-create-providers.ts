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
