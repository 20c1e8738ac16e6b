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
    // The user's key is looked at on commit: the connection is written first, and decides whether a user is needed at all.
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

/** Row 12 joins credentials to a user made in advance only for its maker, and only if the user has never signed in. */
export class MakersOfUsers1764000031000 implements MigrationInterface {
  readonly name = 'MakersOfUsers1764000031000';

  async up(runner: QueryRunner): Promise<void> {
    // `made_by` is the client that made the user by row 5. Of older users it is not known.
    await runner.query('ALTER TABLE app_user ADD COLUMN made_by text, ADD COLUMN first_sign_in_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN made_by, DROP COLUMN first_sign_in_at');
  }
}

/**
 * Whoever copies the connections goes through them in this order and compares it with its own, which is that of the code
 * points in every database.
 */
export class ProvidersByCodePoint1764000020000 implements MigrationInterface {
  readonly name = 'ProvidersByCodePoint1764000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider ALTER COLUMN name TYPE text COLLATE "C"');
    await runner.query('ALTER TABLE connection ALTER COLUMN provider_name TYPE text COLLATE "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connection ALTER COLUMN provider_name TYPE text COLLATE "default"');
    await runner.query('ALTER TABLE provider ALTER COLUMN name TYPE text COLLATE "default"');
  }
}
