import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of anonymous callers are limited in number, so they are counted. */
export class AnonymousPayloads1764000035000 implements MigrationInterface {
  readonly name = 'AnonymousPayloads1764000035000';
  /** Sign-ins go on while the index is built. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS oauth_payload_anonymous');
    await runner.query(`
      CREATE INDEX CONCURRENTLY oauth_payload_anonymous ON oauth_payload (expires_at)
      WHERE user_id IS NULL AND kind IN ('Interaction', 'Session')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX oauth_payload_anonymous');
  }
}
