import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The role that serves cannot change the schema. These functions run with the rights of the role that migrates, and change
 * the table of one upload, `file_<id>`, and nothing else.
 */
export class IdentifierFunctions1765000001000 implements MigrationInterface {
  readonly name = 'IdentifierFunctions1765000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION identifier_table(upload uuid) RETURNS text
      LANGUAGE sql IMMUTABLE AS $$ SELECT 'file_' || replace(upload::text, '-', '') $$`);
    const define = (name: string, ...steps: string[]): Promise<unknown> =>
      runner.query(`
        CREATE FUNCTION ${name}(upload uuid) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        DECLARE file text := identifier_table(upload);
        BEGIN
          ${steps.map((step) => `EXECUTE format('${step}', file);`).join('\n          ')}
        END $$`);
    await define('make_identifiers', 'CREATE TABLE %I (identifier text COLLATE "C" NOT NULL)');
    await define('empty_identifiers', 'TRUNCATE %I');
    await define('drop_identifiers', 'DROP TABLE IF EXISTS %I');
    await define('index_identifiers', 'CREATE UNIQUE INDEX IF NOT EXISTS %1$s_identifier ON %1$s (identifier)');
    await define(
      'replace_identifiers_by_set',
      'LOCK TABLE %I IN ACCESS EXCLUSIVE MODE',
      'CREATE TABLE %1$s_set (LIKE %1$s)',
      'INSERT INTO %1$s_set SELECT DISTINCT identifier FROM %1$s',
      'DROP TABLE %I',
      'ALTER TABLE %1$s_set RENAME TO %1$s',
    );
    await runner.query(`REVOKE EXECUTE ON FUNCTION ${functions} FROM PUBLIC`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${functions}, identifier_table`);
  }
}

const functions =
  'make_identifiers, empty_identifiers, drop_identifiers, index_identifiers, replace_identifiers_by_set';
