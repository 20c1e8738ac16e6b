import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasureTables1764100004000 implements MigrationInterface {
  readonly name = 'ErasureTables1764100004000';

  async up(runner: QueryRunner): Promise<void> {
    // A hash is kept for some days, so that a request that was under way cannot write about an erased user.
    await runner.query(`
      CREATE TABLE erased_user (
        user_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
    // Each fact of this service names its user, so erasure finds a user's facts without reading the whole outbox.
    await runner.query(`CREATE INDEX outbox_of_user ON outbox (((payload::json) ->> 'user_id'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_of_user');
    await runner.query('DROP TABLE erased_user');
  }
}
