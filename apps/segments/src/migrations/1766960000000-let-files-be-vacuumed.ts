import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only its owner may vacuum a table before PostgreSQL 17, where the role that serves can be given the right for one table. */
export class VacuumedFiles1766960000000 implements MigrationInterface {
  readonly name = 'VacuumedFiles1766960000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION allow_vacuum(upload uuid) RETURNS boolean
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        IF current_setting('server_version_num')::integer >= 170000 THEN
          EXECUTE format('GRANT MAINTAIN ON %I TO %I', identifier_table(upload), session_user);
          RETURN true;
        END IF;
        RETURN pg_has_role(session_user,
          (SELECT relowner FROM pg_class WHERE oid = to_regclass(quote_ident(identifier_table(upload)))), 'USAGE');
      END $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION allow_vacuum FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION allow_vacuum');
  }
}
