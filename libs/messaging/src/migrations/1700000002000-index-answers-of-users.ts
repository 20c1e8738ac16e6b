import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets erasure find a user's answers without reading all of them. */
export class AnswersOfUsers1700000002000 implements MigrationInterface {
  readonly name = 'AnswersOfUsers1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX idempotency_key_user ON idempotency_key (user_id) WHERE user_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_key_user');
  }
}
