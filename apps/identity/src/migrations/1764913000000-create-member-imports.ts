import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MemberImports1764913000000 implements MigrationInterface {
  readonly name = 'MemberImports1764913000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE member_import (
        id uuid PRIMARY KEY,
        state text NOT NULL DEFAULT 'uploading'
          CHECK (state IN ('uploading', 'waiting', 'running', 'finished', 'dropped')),
        dry_run boolean NOT NULL DEFAULT false,
        header text,
        parts integer NOT NULL DEFAULT 0,
        lines integer NOT NULL DEFAULT 0,
        position integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        updated integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE member_import_line (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        text text,
        user_id text COLLATE "C",
        outcome text,
        PRIMARY KEY (import_id, line)
      )`);
    await runner.query(`
      CREATE INDEX member_import_line_half_done ON member_import_line (import_id, line) WHERE outcome IS NOT NULL`);
    await runner.query(`
      CREATE TABLE member_import_fault (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        place integer NOT NULL,
        pointer text NOT NULL,
        code text NOT NULL,
        detail text NOT NULL,
        PRIMARY KEY (import_id, line, place)
      )`);
    await runner.query('ALTER TABLE connection ADD COLUMN imported boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connection DROP COLUMN imported');
    await runner.query('DROP TABLE member_import_fault, member_import_line, member_import');
  }
}
