import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PasswordResets1764911000000 implements MigrationInterface {
  readonly name = 'PasswordResets1764911000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN sign_in_epoch integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE client ADD COLUMN IF NOT EXISTS password_url text');
    await runner.query(`
      ALTER TABLE nonce DROP CONSTRAINT nonce_purpose_check, ADD CONSTRAINT nonce_purpose_check
        CHECK (purpose IN ('auth', 'activation', 'delete_request', 'password_reset'))`);
    await runner.query(`
      ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind_check, ADD CONSTRAINT mail_outbox_kind_check
        CHECK (kind IN ('activation', 'deletion', 'closed', 'password-reset', 'password-changed', 'webhook-disabled'))`);
    // Requests wait here, so that the answer takes equal time for any name. `page` is the page of the request, if it names one.
    await runner.query(`
      CREATE TABLE forgotten_password (
        id uuid PRIMARY KEY,
        username text NOT NULL,
        client_id text NOT NULL,
        locale text NOT NULL,
        page text,
        attempts integer NOT NULL DEFAULT 0
      )`);
    await runner.query('CREATE INDEX forgotten_password_client ON forgotten_password (client_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE forgotten_password');
    await runner.query(`DELETE FROM mail_outbox WHERE kind IN ('password-reset', 'password-changed')`);
    await runner.query(`DELETE FROM nonce WHERE purpose = 'password_reset'`);
    await runner.query(`
      ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind_check, ADD CONSTRAINT mail_outbox_kind_check
        CHECK (kind IN ('activation', 'deletion', 'closed', 'webhook-disabled'))`);
    await runner.query(`
      ALTER TABLE nonce DROP CONSTRAINT nonce_purpose_check, ADD CONSTRAINT nonce_purpose_check
        CHECK (purpose IN ('auth', 'activation', 'delete_request'))`);
    await runner.query('ALTER TABLE client DROP COLUMN password_url');
    await runner.query('ALTER TABLE app_user DROP COLUMN sign_in_epoch');
  }
}
