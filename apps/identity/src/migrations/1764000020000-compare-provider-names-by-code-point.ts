import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Services that copy the connections page through them by code point, in a database of any language. */
export class ProvidersByCodePoint1764000020000 implements MigrationInterface {
  readonly name = 'ProvidersByCodePoint1764000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider ALTER COLUMN name TYPE text COLLATE "C"');
    await runner.query('ALTER TABLE connection ALTER COLUMN provider_name TYPE text COLLATE "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connection ALTER COLUMN provider_name TYPE text COLLATE "default"');
    await runner.query('ALTER TABLE provider ALTER COLUMN name TYPE text COLLATE "default"');
  }
}
