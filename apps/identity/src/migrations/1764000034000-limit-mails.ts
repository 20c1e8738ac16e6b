import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to one mailbox and mails of one client are limited; a mail over a limit waits in the outbox. */
export class MailLimits1764000034000 implements MigrationInterface {
  readonly name = 'MailLimits1764000034000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail_outbox ADD COLUMN mailbox text COLLATE "C", ADD COLUMN client_id text, ADD COLUMN hours integer`);
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
    // Requests to send an activation mail again. They wait here, so that the answer takes equal time for any name.
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
