import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsedEvents1765900000000 implements MigrationInterface {
  readonly name = 'UsedEvents1765900000000';

  /** Earlier events, and those that the previous version writes, count as used. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_log ADD COLUMN used boolean NOT NULL DEFAULT true');
    await runner.query('ALTER TABLE definition_use ADD COLUMN let_go_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM definition_use WHERE let_go_at IS NOT NULL');
    await runner.query('ALTER TABLE definition_use DROP COLUMN let_go_at');
    await runner.query('ALTER TABLE event_log DROP COLUMN used');
  }
}
