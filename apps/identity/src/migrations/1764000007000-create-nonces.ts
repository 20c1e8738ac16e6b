import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NonceTables1764000007000 implements MigrationInterface {
  readonly name = 'NonceTables1764000007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE nonce (
        hash bytea PRIMARY KEY,
        purpose text NOT NULL CHECK (purpose IN ('auth', 'activation', 'delete_request')),
        user_id text COLLATE "C",
        client_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await runner.query('CREATE INDEX nonce_user ON nonce (user_id)');
    await runner.query('CREATE INDEX nonce_age ON nonce (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE nonce');
  }
}
