import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperatorProviders1766600002000 implements MigrationInterface {
  readonly name = 'OperatorProviders1766600002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider ADD COLUMN operators boolean NOT NULL DEFAULT false');
    await runner.query(`
      CREATE TABLE operator_connection (
        issuer text COLLATE "C" NOT NULL,
        subject text COLLATE "C" NOT NULL,
        operator_id text COLLATE "C" NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (issuer, subject),
        UNIQUE (operator_id, issuer)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operator_connection');
    await runner.query('ALTER TABLE provider DROP COLUMN operators');
  }
}
