import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyTables1764000005000 implements MigrationInterface {
  readonly name = 'KeyTables1764000005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signing_key (
        kid text PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('next', 'active', 'retired')),
        sealed_jwk text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        retired_at timestamptz,
        CHECK ((state = 'retired') = (retired_at IS NOT NULL))
      )`);
    await runner.query(`CREATE UNIQUE INDEX signing_key_in_use ON signing_key (state) WHERE state <> 'retired'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signing_key');
  }
}
