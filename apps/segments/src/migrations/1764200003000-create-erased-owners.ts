import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Digests of erased identifiers, for files that were coming in at the time. */
export class ErasedOwners1764200003000 implements MigrationInterface {
  readonly name = 'ErasedOwners1764200003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased_owner (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        provider_name text COLLATE "C" NOT NULL,
        digest bytea NOT NULL,
        erased_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('ALTER TABLE file ADD COLUMN lines bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE file DROP COLUMN lines');
    await runner.query('DROP TABLE erased_owner');
  }
}
