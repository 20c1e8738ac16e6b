import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the user whose data an answer holds, so that erasure finds the answer. */
export class ErasableAnswers1700000001000 implements MigrationInterface {
  readonly name = 'ErasableAnswers1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key ADD COLUMN user_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key DROP COLUMN user_id');
  }
}
