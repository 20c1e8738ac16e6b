import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UserTables1764000004000 implements MigrationInterface {
  readonly name = 'UserTables1764000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE app_user (
        id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9]{25}$'),
        active boolean NOT NULL DEFAULT true,
        completed_registration boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz
      )`);
    // Deferred: the connection is inserted first, because only that shows whether a new user is needed.
    await runner.query(`
      CREATE TABLE connection (
        provider_name text NOT NULL REFERENCES provider (name),
        owner_id text COLLATE "C" NOT NULL CHECK (char_length(owner_id) BETWEEN 1 AND 255),
        user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) DEFERRABLE INITIALLY DEFERRED,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider_name, owner_id)
      )`);
    await runner.query('CREATE INDEX connection_user ON connection (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE connection, app_user');
  }
}
