import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CardMisses1764810000000 implements MigrationInterface {
  readonly name = 'CardMisses1764810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_miss (
        user_hash bytea PRIMARY KEY,
        misses integer NOT NULL,
        last_at timestamptz NOT NULL DEFAULT now(),
        blocked_until timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_miss');
  }
}
