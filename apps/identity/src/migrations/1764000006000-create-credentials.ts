import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CredentialTables1764000006000 implements MigrationInterface {
  readonly name = 'CredentialTables1764000006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN deactivated_at timestamptz');
    // The reference is deferred, because the name is claimed first: only that shows whether a new user is needed.
    await runner.query(`
      CREATE TABLE credential (
        user_id text COLLATE "C" PRIMARY KEY REFERENCES app_user (id) DEFERRABLE INITIALLY DEFERRED,
        username text COLLATE "C" NOT NULL UNIQUE,
        password_hash text NOT NULL,
        activated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX credential_unfinished ON credential (created_at) WHERE activated_at IS NULL');
    await runner.query(`
      CREATE TABLE wrong_password (
        subject text PRIMARY KEY,
        in_a_row integer NOT NULL,
        blocked_until timestamptz,
        last_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX wrong_password_age ON wrong_password (last_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE wrong_password, credential');
    await runner.query('ALTER TABLE app_user DROP COLUMN deactivated_at');
  }
}
