import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperatorPasskeys1766600001000 implements MigrationInterface {
  readonly name = 'OperatorPasskeys1766600001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator_passkey (
        id uuid PRIMARY KEY,
        operator_id text COLLATE "C" NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
        name text NOT NULL,
        credential_id text COLLATE "C" NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz
      )`);
    await runner.query('CREATE INDEX operator_passkey_operator_id ON operator_passkey (operator_id)');
    await runner.query(
      'ALTER TABLE operator_session ADD COLUMN challenge text, ADD COLUMN challenge_expires_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operator_session DROP COLUMN challenge, DROP COLUMN challenge_expires_at');
    await runner.query('DROP TABLE operator_passkey');
  }
}
