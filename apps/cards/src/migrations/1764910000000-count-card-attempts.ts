import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CardAttempts1764910000000 implements MigrationInterface {
  readonly name = 'CardAttempts1764910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_miss ADD COLUMN under_way integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_miss DROP COLUMN under_way');
  }
}
