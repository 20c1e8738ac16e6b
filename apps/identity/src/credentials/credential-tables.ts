import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CredentialTables1764000006000 implements MigrationInterface {
  readonly name = 'CredentialTables1764000006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN deactivated_at timestamptz');
    // `username` is normalised: what is compared is what is kept. Nobody signs in before `activated_at`. The user's key is
    // looked at on commit: the name is claimed first, and decides whether a user is needed at all.
    await runner.query(`
      CREATE TABLE credential (
        user_id text COLLATE "C" PRIMARY KEY REFERENCES app_user (id) DEFERRABLE INITIALLY DEFERRED,
        username text COLLATE "C" NOT NULL UNIQUE,
        password_hash text NOT NULL,
        activated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX credential_unfinished ON credential (created_at) WHERE activated_at IS NULL');
    // `subject` is a digest of a name, existing or not, or a client's id.
    await runner.query(`
      CREATE TABLE wrong_password (
        subject text PRIMARY KEY,
        in_a_row integer NOT NULL,
        blocked_until timestamptz,
        last_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX wrong_password_age ON wrong_password (last_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE wrong_password, credential');
    await runner.query('ALTER TABLE app_user DROP COLUMN deactivated_at');
  }
}

/** Which client began the registration: the activation page names it. Of older registrations it is not known. */
export class CredentialClients1764000032000 implements MigrationInterface {
  readonly name = 'CredentialClients1764000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credential ADD COLUMN client_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credential DROP COLUMN client_id');
  }
}

/** Wrong passwords are counted in a row, and in hours that begin with the first of them. */
export class HoursOfWrongPasswords1764000033000 implements MigrationInterface {
  readonly name = 'HoursOfWrongPasswords1764000033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE wrong_password ADD COLUMN since timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE wrong_password DROP COLUMN since');
  }
}
