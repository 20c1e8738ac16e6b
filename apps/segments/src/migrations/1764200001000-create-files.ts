import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FileTables1764200001000 implements MigrationInterface {
  readonly name = 'FileTables1764200001000';

  /** Each file has a table of identifiers, `file_<id>`, which is created with the first part and dropped with the row. */
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
