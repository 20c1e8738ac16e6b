import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of an operator who acted, and the client in whose name. */
export class NamedActors1764915001000 implements MigrationInterface {
  readonly name = 'NamedActors1764915001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit ADD COLUMN who_name text, ADD COLUMN client_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit DROP COLUMN who_name, DROP COLUMN client_id');
  }
}
