import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys for `by-name`. A replica of an earlier release gives none. */
export class Keys1766500000000 implements MigrationInterface {
  readonly name = 'Keys1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_definition ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX card_definition_key ON card_definition (key)');
    await runner.query('ALTER TABLE optin ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX optin_key ON optin (key) WHERE retired_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_definition DROP COLUMN key');
    await runner.query('ALTER TABLE optin DROP COLUMN key');
  }
}
