import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CodeImports1766250002000 implements MigrationInterface {
  readonly name = 'CodeImports1766250002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE coupon_code_import (
        id uuid PRIMARY KEY,
        coupon_id uuid REFERENCES coupon (id),
        state text NOT NULL DEFAULT 'uploading'
          CHECK (state IN ('uploading', 'waiting', 'running', 'finished', 'dropped')),
        parts integer NOT NULL DEFAULT 0,
        lines integer NOT NULL DEFAULT 0,
        position integer NOT NULL DEFAULT 0,
        added integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE coupon_code_import_line (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        code text COLLATE "C" NOT NULL,
        PRIMARY KEY (import_id, line)
      )`);
    await runner.query(`
      CREATE TABLE coupon_code_import_fault (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        code text COLLATE "C" NOT NULL,
        PRIMARY KEY (import_id, line)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE coupon_code_import_fault, coupon_code_import_line, coupon_code_import');
  }
}
