import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RevocationTables1764000002000 implements MigrationInterface {
  readonly name = 'RevocationTables1764000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revocation (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('token', 'client')),
        id text NOT NULL,
        least_version bigint,
        expires_at timestamptz NOT NULL,
        CHECK ((kind = 'client') = (least_version IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX revocation_subject ON revocation (id, kind)');
    await runner.query('CREATE INDEX revocation_age ON revocation (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE revocation');
  }
}
