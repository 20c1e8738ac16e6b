import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to a client's contact about its webhooks; they concern no user. */
export class WebhookMails1764000014000 implements MigrationInterface {
  readonly name = 'WebhookMails1764000014000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN contact_email text');
    // Limits the warnings about a webhook that is disabled again and again to one a day.
    await runner.query(`
      CREATE TABLE webhook_warning (
        webhook_id uuid PRIMARY KEY,
        client_id text NOT NULL REFERENCES client (id) ON DELETE CASCADE,
        warned_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX webhook_warning_client ON webhook_warning (client_id)');
    await runner.query(`
      ALTER TABLE mail_outbox ALTER COLUMN user_id DROP NOT NULL, DROP CONSTRAINT mail_outbox_kind_check,
        ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN ('activation', 'deletion', 'closed', 'webhook-disabled'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind = 'webhook-disabled'`);
    await runner.query(`
      ALTER TABLE mail_outbox ALTER COLUMN user_id SET NOT NULL, DROP CONSTRAINT mail_outbox_kind_check,
        ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN ('activation', 'deletion', 'closed'))`);
    await runner.query('DROP TABLE webhook_warning');
    await runner.query('ALTER TABLE client DROP COLUMN contact_email');
  }
}
