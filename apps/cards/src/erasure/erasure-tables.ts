import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasureTables1764100004000 implements MigrationInterface {
  readonly name = 'ErasureTables1764100004000';

  async up(runner: QueryRunner): Promise<void> {
    // Only a hash, and only for some days: a request that was under way must not write about a user who is gone.
    await runner.query(`
      CREATE TABLE erased_user (
        user_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
    // Every fact of this service names its user; erasure finds them without reading the whole outbox.
    await runner.query(`CREATE INDEX outbox_of_user ON outbox (((payload::json) ->> 'user_id'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_of_user');
    await runner.query('DROP TABLE erased_user');
  }
}
