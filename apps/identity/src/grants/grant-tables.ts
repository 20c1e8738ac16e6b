import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GrantTables1764000013000 implements MigrationInterface {
  readonly name = 'GrantTables1764000013000';

  async up(runner: QueryRunner): Promise<void> {
    // Sessions, sign-ins under way, grants, codes and refresh tokens; of access tokens only that they exist. What is a
    // secret of its bearer is kept by its digest. Expired rows go by batches, and no foreign key slows a sign-in down.
    // `json`, because jsonb refuses a NUL, which a `state` may hold.
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

export class GrantClients1764000015000 implements MigrationInterface {
  readonly name = 'GrantClients1764000015000';

  async up(runner: QueryRunner): Promise<void> {
    // PostgreSQL reads no member of a document that holds a NUL anywhere, so what is looked for needs a column.
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

/** What strangers have begun is counted, so that it stays bounded. */
export class AnonymousPayloads1764000035000 implements MigrationInterface {
  readonly name = 'AnonymousPayloads1764000035000';
  /** So that sign-ins go on while the index is built. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An earlier attempt that broke off leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS oauth_payload_anonymous');
    await runner.query(`
      CREATE INDEX CONCURRENTLY oauth_payload_anonymous ON oauth_payload (expires_at)
      WHERE user_id IS NULL AND kind IN ('Interaction', 'Session')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX oauth_payload_anonymous');
  }
}
