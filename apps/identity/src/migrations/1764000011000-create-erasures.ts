import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletionTables1764000011000 implements MigrationInterface {
  readonly name = 'DeletionTables1764000011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN erase_after timestamptz');
    await runner.query('CREATE INDEX app_user_erase ON app_user (erase_after) WHERE erase_after IS NOT NULL');
    await runner.query(`
      CREATE TABLE erasure (
        user_id text COLLATE "C" PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now(),
        announce_after timestamptz NOT NULL,
        announced_at timestamptz,
        completed_at timestamptz,
        alarmed_at timestamptz
      )`);
    await runner.query('CREATE INDEX erasure_open ON erasure (announce_after) WHERE completed_at IS NULL');
    await runner.query(`
      CREATE TABLE erasure_receipt (
        user_id text COLLATE "C" NOT NULL REFERENCES erasure (user_id) ON DELETE CASCADE,
        service text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, service)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erasure_receipt, erasure');
    await runner.query('ALTER TABLE app_user DROP COLUMN erase_after');
  }
}
