import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PersonTables1764000008000 implements MigrationInterface {
  readonly name = 'PersonTables1764000008000';

  async up(runner: QueryRunner): Promise<void> {
    // One document, because the person descriptor decides which fields exist.
    await runner.query(`
      CREATE TABLE person (
        user_id text COLLATE "C" PRIMARY KEY REFERENCES app_user (id),
        fields jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE person');
  }
}
