import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DefinitionOwners1764810000000 implements MigrationInterface {
  readonly name = 'DefinitionOwners1764810000000';

  /** Names that were defined earlier have no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE definition_owner (name text PRIMARY KEY, client_id text NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE definition_owner');
  }
}
