import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownUsers1766000000000 implements MigrationInterface {
  readonly name = 'KnownUsers1766000000000';

  async up(runner: QueryRunner): Promise<void> {
    // Users of before the migration come in with their first event: the gateway asks identity about them.
    await runner.query(`
      CREATE TABLE known_user (
        user_hash bytea PRIMARY KEY,
        closed boolean NOT NULL DEFAULT false,
        changed_at timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_user');
  }
}
