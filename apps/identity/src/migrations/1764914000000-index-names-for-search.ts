import type { MigrationInterface, QueryRunner } from 'typeorm';

const lastName = `lower(coalesce(fields ->> 'lastName', ''))`;
const infix = `lower(coalesce(fields ->> 'infix', ''))`;
const firstName = `lower(coalesce(fields ->> 'firstName', ''))`;

/** The search by the beginning of a name uses these while names are written: not possible in a transaction. */
export class NamesForSearch1764914000000 implements MigrationInterface {
  readonly name = 'NamesForSearch1764914000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const build = async (index: string, name: string, where = ''): Promise<void> => {
      // An aborted attempt leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${index} ON person ((${name} COLLATE "C"), user_id) ${where}`);
    };
    const joined = `(${infix} || CASE WHEN ${infix} = '' THEN '' ELSE ' ' END || ${lastName})`;
    await build('person_full_name', `(${firstName} || ' ' || ${joined})`);
    await build('person_last_name', lastName);
    await build('person_infix_name', joined, `WHERE coalesce(fields ->> 'infix', '') <> ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS person_full_name, person_last_name, person_infix_name');
  }
}
