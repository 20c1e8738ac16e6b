import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the entries of an event when the ledger has partitions by its own id: `ledger_effect` is unique, which takes this id
 * then. Points are booked meanwhile: not possible in a transaction.
 */
export class LedgerEvents1766900000000 implements MigrationInterface {
  readonly name = 'LedgerEvents1766900000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_event');
    await runner.query('CREATE INDEX CONCURRENTLY ledger_event ON ledger (event_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ledger_event');
  }
}
