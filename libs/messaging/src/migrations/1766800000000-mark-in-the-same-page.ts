import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A fact's mark writes its row anew. With room in the same page, the log of PostgreSQL holds the difference only: 150 instead of
 * 520 bytes for each fact. The table takes no more space, because old rows stay until a vacuum in any case.
 */
export class MarkInSamePage1766800000000 implements MigrationInterface {
  readonly name = 'MarkInSamePage1766800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox RESET (fillfactor)');
  }
}
