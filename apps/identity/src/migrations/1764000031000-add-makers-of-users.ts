import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row 12 joins credentials to a user of row 5 only for the client that made it, and only before the first sign-in. */
export class MakersOfUsers1764000031000 implements MigrationInterface {
  readonly name = 'MakersOfUsers1764000031000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN made_by text, ADD COLUMN first_sign_in_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN made_by, DROP COLUMN first_sign_in_at');
  }
}
