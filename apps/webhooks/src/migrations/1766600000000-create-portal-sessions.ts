import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PortalSessions1766600000000 implements MigrationInterface {
  readonly name = 'PortalSessions1766600000000';

  async up(runner: QueryRunner): Promise<void> {
    // `digest` is that of the token. `client_version` is the version of the client's tokens when the session was made.
    await runner.query(`
      CREATE TABLE portal_session (
        id uuid PRIMARY KEY,
        digest text COLLATE "C" NOT NULL,
        client_id text COLLATE "C" NOT NULL,
        client_version bigint NOT NULL,
        webhook_ids uuid[] NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX portal_session_digest ON portal_session (digest)');
    await runner.query('CREATE INDEX portal_session_of_client ON portal_session (client_id, id)');
    await runner.query('CREATE INDEX portal_session_end ON portal_session (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE portal_session');
  }
}
