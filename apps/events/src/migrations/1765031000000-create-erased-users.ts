import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasedUsers1765031000000 implements MigrationInterface {
  readonly name = 'ErasedUsers1765031000000';

  async up(runner: QueryRunner): Promise<void> {
    // A hash is kept for some days, so that an event that was under way is not logged after the erasure of its user.
    await runner.query(`
      CREATE TABLE erased_user (
        user_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_user');
  }
}
