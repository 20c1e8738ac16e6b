import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GrantClients1764000015000 implements MigrationInterface {
  readonly name = 'GrantClients1764000015000';

  async up(runner: QueryRunner): Promise<void> {
    // PostgreSQL reads no member of a document that holds a NUL anywhere, so a search needs a column.
    await runner.query('ALTER TABLE oauth_payload ADD COLUMN client_id text COLLATE "C"');
    await runner.query(`
      UPDATE oauth_payload SET client_id = payload ->> 'clientId'
      WHERE kind IN ('Grant', 'AuthorizationCode', 'RefreshToken') AND strpos(payload::text, '\\u0000') = 0`);
    await runner.query('CREATE INDEX oauth_payload_client_id ON oauth_payload (client_id) WHERE client_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oauth_payload DROP COLUMN client_id');
  }
}
