import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClosedUserTable1764200010000 implements MigrationInterface {
  readonly name = 'ClosedUserTable1764200010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE closed_user (
        user_hash bytea PRIMARY KEY,
        closed boolean NOT NULL,
        at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE closed_user');
  }
}
