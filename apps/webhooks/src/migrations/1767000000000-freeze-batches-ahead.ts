import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BatchesAhead1767000000000 implements MigrationInterface {
  readonly name = 'BatchesAhead1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    // Frozen batches behind the one in `batch_id`, and that id: the previous release changes it and leaves them.
    await runner.query('ALTER TABLE delivery ADD COLUMN batch_ahead jsonb');
    await runner.query('ALTER TABLE lane ADD COLUMN batch_ahead jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lane DROP COLUMN batch_ahead');
    await runner.query('ALTER TABLE delivery DROP COLUMN batch_ahead');
  }
}
