import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OwnMailTexts1766700001000 implements MigrationInterface {
  readonly name = 'OwnMailTexts1766700001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE own_mail_text (
        kind text NOT NULL,
        language text NOT NULL,
        words json NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (kind, language)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE own_mail_text');
  }
}
