import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits the waiting requests of a client, and the attempts of one request. */
export class BoundedResends1764900001000 implements MigrationInterface {
  readonly name = 'BoundedResends1764900001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resend_request ADD COLUMN attempts integer NOT NULL DEFAULT 0');
    await runner.query('CREATE INDEX resend_request_client ON resend_request (client_id)');
    await runner.query('CREATE INDEX mail_outbox_expiry ON mail_outbox (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX resend_request_client, mail_outbox_expiry');
    await runner.query('ALTER TABLE resend_request DROP COLUMN attempts');
  }
}
