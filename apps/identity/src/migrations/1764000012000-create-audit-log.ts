import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditTables1764000012000 implements MigrationInterface {
  readonly name = 'AuditTables1764000012000';

  async up(runner: QueryRunner): Promise<void> {
    // The log outlives users, so it holds only their ids.
    await runner.query(`
      CREATE TABLE audit (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        who text NOT NULL,
        what text NOT NULL,
        user_id text COLLATE "C",
        status integer,
        request_id text
      )`);
    await runner.query('CREATE INDEX audit_user ON audit (user_id) WHERE user_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit');
  }
}
