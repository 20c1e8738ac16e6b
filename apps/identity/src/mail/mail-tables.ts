import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailTables1764000009000 implements MigrationInterface {
  readonly name = 'MailTables1764000009000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN activation_url text, ADD COLUMN deletion_url text');
    // A row is a mail that is still to be sent; it goes when the mail server has it. `link` is sealed: it holds the nonce.
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

/** Mails to those who run a client: about its webhooks, and of no user. */
export class WebhookMails1764000014000 implements MigrationInterface {
  readonly name = 'WebhookMails1764000014000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN contact_email text');
    // One that is enabled and gone again and again is told of once a day.
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

/** Mails to one mailbox and of one client are limited; what is over a limit waits in the outbox. */
export class MailLimits1764000034000 implements MigrationInterface {
  readonly name = 'MailLimits1764000034000';

  async up(runner: QueryRunner): Promise<void> {
    // `mailbox` is a digest; a mail without one is not limited. `hours` is how long its nonce counts once it is sent.
    await runner.query(`
      ALTER TABLE mail_outbox ADD COLUMN mailbox text COLLATE "C", ADD COLUMN client_id text, ADD COLUMN hours integer`);
    // One row for each mail that was sent, or asked for under a name that nobody has.
    await runner.query(`
      CREATE TABLE mail_place (
        mail_id uuid PRIMARY KEY,
        mailbox text COLLATE "C" NOT NULL,
        client_id text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX mail_place_mailbox ON mail_place (mailbox, at)');
    await runner.query('CREATE INDEX mail_place_client ON mail_place (client_id, at)');
    await runner.query('CREATE INDEX mail_place_age ON mail_place (at)');
    // Requests to mail an activation again, until they are looked at: so the answer takes equal time for any name.
    await runner.query(`
      CREATE TABLE resend_request (
        id uuid PRIMARY KEY,
        username text NOT NULL,
        client_id text NOT NULL,
        locale text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE resend_request, mail_place');
    await runner.query('ALTER TABLE mail_outbox DROP COLUMN mailbox, DROP COLUMN client_id, DROP COLUMN hours');
  }
}

/** A client has a bounded number of requests waiting, and a request that fails is given up after some attempts. */
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
