import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ImportTables1764100003000 implements MigrationInterface {
  readonly name = 'ImportTables1764100003000';

  /** The table is unlogged: numbers wait here for seconds, and an import that lost some of them notices by their count. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE card_import_number (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        card_id uuid NOT NULL,
        identifier text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (import_id, line)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_import_number');
  }
}
