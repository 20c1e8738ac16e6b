import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Leases1700000003000 implements MigrationInterface {
  readonly name = 'Leases1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    // Half of each page stays free, so that a renewal rewrites the row in its page and touches no index.
    await runner.query(`
      CREATE TABLE lease (
        name text PRIMARY KEY,
        holder text NOT NULL,
        fence bigint NOT NULL,
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lease');
  }
}
