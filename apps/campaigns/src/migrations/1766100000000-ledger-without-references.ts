import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each entry paid for two checks that its balance makes once: `balance.block_id` refers to the block, and the block to its
 * stack. Blocks and stacks are never deleted.
 */
export class LedgerWithoutReferences1766100000000 implements MigrationInterface {
  readonly name = 'LedgerWithoutReferences1766100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger DROP CONSTRAINT ledger_stack_id_fkey, DROP CONSTRAINT ledger_block_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger ADD CONSTRAINT ledger_stack_id_fkey FOREIGN KEY (stack_id) REFERENCES stack (id),
                         ADD CONSTRAINT ledger_block_id_fkey FOREIGN KEY (block_id) REFERENCES stack_block (id)`);
  }
}
