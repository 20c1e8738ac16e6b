import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys for `by-name`. A replica of an earlier release gives none. */
export class Keys1766500000000 implements MigrationInterface {
  readonly name = 'Keys1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX client_key ON client (key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN key');
  }
}
