import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OptinTables1764100002000 implements MigrationInterface {
  readonly name = 'OptinTables1764100002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE optin (
        id uuid PRIMARY KEY,
        required boolean NOT NULL,
        can_be_updated boolean NOT NULL,
        text_version integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        retired_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE optin_text (
        optin_id uuid NOT NULL REFERENCES optin (id),
        version integer NOT NULL,
        name json NOT NULL,
        description json NOT NULL,
        purpose text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (optin_id, version)
      )`);
    await runner.query(`
      CREATE TABLE consent (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL,
        optin_id uuid NOT NULL,
        text_version integer NOT NULL,
        opted_in boolean NOT NULL,
        given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        source text NOT NULL CHECK (source IN ('registration', 'account')),
        client_id text NOT NULL,
        address text NOT NULL,
        locale text NOT NULL,
        FOREIGN KEY (optin_id, text_version) REFERENCES optin_text (optin_id, version)
      )`);
    await runner.query('CREATE INDEX consent_of_user ON consent (user_id, optin_id, id)');
    // Consents are evidence, so the database refuses to change them. Erasing a user still deletes the user's consents.
    await runner.query(`
      CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '% is evidence: it is never changed', TG_TABLE_NAME; END $$`);
    await runner.query(
      'CREATE TRIGGER evidence BEFORE UPDATE ON consent FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()',
    );
    await runner.query(
      'CREATE TRIGGER evidence BEFORE UPDATE OR DELETE ON optin_text FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consent, optin_text, optin');
    await runner.query('DROP FUNCTION refuse_rewriting');
  }
}
