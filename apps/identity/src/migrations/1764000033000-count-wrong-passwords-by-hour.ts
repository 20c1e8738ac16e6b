import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong passwords are counted in a row and by the hour; an hour begins with its first wrong password. */
export class HoursOfWrongPasswords1764000033000 implements MigrationInterface {
  readonly name = 'HoursOfWrongPasswords1764000033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE wrong_password ADD COLUMN since timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE wrong_password DROP COLUMN since');
  }
}
