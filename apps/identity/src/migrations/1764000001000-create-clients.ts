import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClientTables1764000001000 implements MigrationInterface {
  readonly name = 'ClientTables1764000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client (
        id text PRIMARY KEY,
        name text NOT NULL,
        scopes text[] NOT NULL,
        first_party boolean NOT NULL,
        redirect_uris text[] NOT NULL,
        secret text NOT NULL,
        next_secret text,
        previous_secret text,
        token_version bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (next_secret IS NULL OR previous_secret IS NULL)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client');
  }
}
