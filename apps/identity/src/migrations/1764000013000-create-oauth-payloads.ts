import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GrantTables1764000013000 implements MigrationInterface {
  readonly name = 'GrantTables1764000013000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key slows a sign-in down. `json`, because jsonb refuses a NUL, and a `state` may hold one.
    await runner.query(`
      CREATE TABLE oauth_payload (
        kind text NOT NULL,
        id text COLLATE "C" NOT NULL,
        payload json NOT NULL,
        user_id text COLLATE "C",
        grant_id text COLLATE "C",
        uid text COLLATE "C",
        consumed_at timestamptz,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (kind, id)
      )`);
    for (const column of ['user_id', 'grant_id', 'uid']) {
      await runner.query(
        `CREATE INDEX oauth_payload_${column} ON oauth_payload (${column}) WHERE ${column} IS NOT NULL`,
      );
    }
    await runner.query('CREATE INDEX oauth_payload_age ON oauth_payload (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oauth_payload');
  }
}
