import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SegmentTables1764200000000 implements MigrationInterface {
  readonly name = 'SegmentTables1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    // Name, identifier and file name belong to the newest upload; counts and `file_in_force` to the last processed one.
    await runner.query(`
      CREATE TABLE segment (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        identifier text NOT NULL,
        file_name text NOT NULL,
        document_id uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'processing', 'processed')),
        progress real NOT NULL DEFAULT 0,
        external_count bigint NOT NULL DEFAULT 0,
        internal_count bigint NOT NULL DEFAULT 0,
        file_in_force uuid,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    // The foreign key keeps a used segment from being deleted, also by a transaction that runs at the same time.
    await runner.query(`
      CREATE TABLE segment_use (
        campaign_id text NOT NULL,
        segment_id uuid NOT NULL REFERENCES segment (id),
        name text NOT NULL,
        entries boolean NOT NULL,
        PRIMARY KEY (campaign_id, segment_id)
      )`);
    await runner.query('CREATE INDEX segment_use_segment ON segment_use (segment_id)');
    await runner.query(`
      CREATE TABLE user_entry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        segment_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_entry, segment_use, segment');
  }
}
