import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailTables1764000009000 implements MigrationInterface {
  readonly name = 'MailTables1764000009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN activation_url text, ADD COLUMN deletion_url text');
    await runner.query(`
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL,
        kind text NOT NULL CHECK (kind IN ('activation', 'deletion', 'closed')),
        recipient text NOT NULL,
        locale text NOT NULL,
        link text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        last_error text
      )`);
    await runner.query('CREATE INDEX mail_outbox_due ON mail_outbox (due_at)');
    await runner.query('CREATE INDEX mail_outbox_user ON mail_outbox (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_outbox');
    await runner.query('ALTER TABLE client DROP COLUMN activation_url, DROP COLUMN deletion_url');
  }
}
