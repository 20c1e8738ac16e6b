import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FileTables1764200001000 implements MigrationInterface {
  readonly name = 'FileTables1764200001000';

  /** Each file's identifiers are in a table of their own, `file_<id>`: made with its first part, dropped with its row here. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file (
        id uuid PRIMARY KEY,
        segment_id uuid,
        provider_name text,
        state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'waiting', 'in-force', 'retired')),
        parts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now(),
        not_before timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX file_state ON file (state, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const files = (await runner.query('SELECT id FROM file')) as { id: string }[];
    for (const { id } of files) await runner.query(`DROP TABLE IF EXISTS "file_${id.replaceAll('-', '')}"`);
    await runner.query('DROP TABLE file');
  }
}

/** Owners whose identifiers are erased, as digests, for files that were on their way in at the time. */
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
